// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.document;

/**
 * "I'm done": completes the workflow. Its id can be used again.
 *
 * @param id its id
 * @param author who is done
 */
public record SubmitDocument(String id, String author) implements DocumentMessage {}
