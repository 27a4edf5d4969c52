// SPDX-License-Identifier: Apache-2.0
/** Values that name and describe workflow instances. They are used by all other packages and depend on none. */
@NullMarked
@Stable
package dev.rehydrate.instance;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
