// SPDX-License-Identifier: Apache-2.0
/**
 * How slots, operations, scans, queries, replies and owners become bytes, and bytes become these again. Written by hand,
 * without reflection, class names or Java serialization: bytes can only ever become what this package knows.
 *
 * <p>Everything travels in a <em>frame</em>: versions, lengths and checksums around a
 * <em>head</em> of small fields and the bytes of the encoded values after it. Within a head every record that may grow is
 * a section with its length before it. To let it grow: write a new field last in its section and raise the version of the
 * frame; raise "readable back to" as well if an older version must not overlook the field, for example because it would
 * lose it on writing the record back, or because the field holds an encoded value. A code or bit that was ever written keeps
 * its meaning.
 */
@NullMarked
@Experimental
package dev.rehydrate.format;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
