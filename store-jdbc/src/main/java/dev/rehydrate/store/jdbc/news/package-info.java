// SPDX-License-Identifier: Apache-2.0
/** Announcements between the stores of one database. */
@NullMarked
package dev.rehydrate.store.jdbc.news;

import org.jspecify.annotations.NullMarked;
