// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.stability;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The type, or each type of the package, stays compatible: code that uses it compiles and runs with every later release of the
 * same major version. Before 1.0 a change that is not compatible is listed in the change log. Interfaces that are marked as
 * stable are made to be called; a method may be added to one that an application implements only with a default. Its methods and
 * constructors show stable types only, but for those that are marked as {@link Experimental} themselves.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.PACKAGE})
public @interface Stable {}
