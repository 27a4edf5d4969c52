// SPDX-License-Identifier: Apache-2.0
/** A page for operators: which instances there are, why one does not move, and what to do. */
module dev.rehydrate.console {
    requires transitive dev.rehydrate.operations;
    requires transitive dev.rehydrate.workflow.host;
    requires static transitive org.jspecify;
    requires static org.eclipse.jetty.server;
    requires static org.eclipse.jetty.http;
    requires static org.eclipse.jetty.io;
    requires static org.eclipse.jetty.util;
    requires org.slf4j;

    exports dev.rehydrate.console;
    exports dev.rehydrate.console.jetty;
    exports dev.rehydrate.console.web;
}
