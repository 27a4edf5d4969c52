// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.document;

/**
 * Asks for a document as it is now.
 *
 * @param id its id
 */
public record ReadDocument(String id) implements DocumentMessage {}
