// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.waiting;

import java.util.concurrent.Executor;

/**
 * The course of one command.
 *
 * @param deadline until when it is waited for
 * @param progress how far it has come
 * @param steps runs what follows an answer of the engine, and never rejects it
 */
public record Course(Deadline deadline, Progress progress, Executor steps) {}
