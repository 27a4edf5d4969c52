// SPDX-License-Identifier: Apache-2.0
/** The document workflow: created once, edited any number of times, submitted. It knows neither HTTP nor any store. */
@NullMarked
package dev.rehydrate.sample.document;

import org.jspecify.annotations.NullMarked;
