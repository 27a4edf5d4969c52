// SPDX-License-Identifier: Apache-2.0
/** Values that name and describe workflow instances. They are used by all other packages and depend on none. */
@NullMarked
package dev.rehydrate.instance;

import org.jspecify.annotations.NullMarked;
