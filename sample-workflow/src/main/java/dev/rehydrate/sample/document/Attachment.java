// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.document;

/**
 * What a document says of its attachment; the content is kept apart, as a value of its own.
 *
 * @param name its file name
 * @param bytes its size
 * @param sha256 the digest of its content, in hexadecimal
 */
public record Attachment(String name, int bytes, String sha256) {

    static Attachment of(String name, Blob content) {
        return new Attachment(name, content.size(), content.sha256());
    }
}
