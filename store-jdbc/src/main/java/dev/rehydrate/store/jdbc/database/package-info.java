// SPDX-License-Identifier: Apache-2.0
/** What is PostgreSQL or H2: connections, tables, statements and their failures. The statements are files beside the classes. */
@NullMarked
package dev.rehydrate.store.jdbc.database;

import org.jspecify.annotations.NullMarked;
