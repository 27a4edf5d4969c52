// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.document;

/** A message to the document workflow. Any client sends it to any node: the document's id says for which instance it is. */
public interface DocumentMessage {

    /** {@return the id of the document, as its users know it} */
    String id();
}
