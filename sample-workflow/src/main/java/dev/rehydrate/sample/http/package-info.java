// SPDX-License-Identifier: Apache-2.0
/**
 * The document workflow as JSON over HTTP, on Jetty (docs/adr/0107).
 *
 * <pre>
 * POST /documents                  {"id", "author", "title", "paragraphs"?: []}        201, ETag, Location
 * GET  /documents/{id}                                                                 200, ETag
 * GET  /documents/{id}/attachment                                                      200, ETag, the bytes
 * POST /documents/{id}/edits       {"author", "title"?, "replace"?: {"paragraph", "text"}, "remove"?: n,
 *                                   "append"?: [], "attachment"?: {"name", "content": base64}}  200, ETag
 * POST /documents/{id}/submit      {"author"}                                          200, the document for the last time
 * </pre>
 *
 * <p>{@code If-Match} makes any of the last four conditional: 412 if the document has changed since. Every error is
 * {@code application/problem+json} (RFC 9457) with a {@code remedy}, and means that nothing was changed unless it says
 * otherwise. After a submit nothing is kept, so the document is as unknown as one that never was: 404, and its id can be
 * used again. Paragraphs are numbered from 1. Slashes in ids are written as {@code %2F}.
 */
@NullMarked
package dev.rehydrate.sample.http;

import org.jspecify.annotations.NullMarked;
