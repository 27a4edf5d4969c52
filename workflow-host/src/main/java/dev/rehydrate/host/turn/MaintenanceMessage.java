// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

/** A message of the host itself that an instance also takes after its end, while its last messages wait to be sent. */
public interface MaintenanceMessage {}
