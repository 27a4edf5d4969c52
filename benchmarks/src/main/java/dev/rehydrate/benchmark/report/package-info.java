// SPDX-License-Identifier: Apache-2.0
/** What a run leaves behind: tables of ratios, goals, a page and plots. */
@NullMarked
package dev.rehydrate.benchmark.report;

import org.jspecify.annotations.NullMarked;
