// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

/** The name under which a host logs: that of its public class, without a dependency on it. */
final class HostLog {

    static final String NAME = "dev.rehydrate.host.WorkflowHost";

    private HostLog() {}
}
