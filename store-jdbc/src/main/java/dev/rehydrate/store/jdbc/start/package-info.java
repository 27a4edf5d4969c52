// SPDX-License-Identifier: Apache-2.0
/** What is checked and created when a store is opened: rights, settings of the server, tables, the view for reports. */
@NullMarked
package dev.rehydrate.store.jdbc.start;

import org.jspecify.annotations.NullMarked;
