// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.stability;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The type, or each type of the package, may change or go in any release; the change log says so. A method or constructor of a stable
 * type is marked itself if it shows an experimental type: who leaves it alone is not concerned.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.PACKAGE, ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Experimental {}
