// SPDX-License-Identifier: Apache-2.0
/** What administrators do with instances: inspect, suspend, resume, terminate, delete, search for dead letters. */
@NullMarked
package dev.rehydrate.host.control;

import org.jspecify.annotations.NullMarked;
