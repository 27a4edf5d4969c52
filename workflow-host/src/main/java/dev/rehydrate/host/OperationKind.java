// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

/** Whether the messages of an operation may, must or must not find an instance. */
public enum OperationKind {
    /** Each message begins an instance; one whose instance exists is answered with {@code AlreadyExists}. */
    CREATE_ONLY,
    /** A message goes to its instance, which begins with it if there is none; of many at once exactly one creates. */
    CREATE_OR_GET,
    /** A message goes to its instance; if there is none the answer is {@code UnknownInstance}. */
    MUST_EXIST
}
