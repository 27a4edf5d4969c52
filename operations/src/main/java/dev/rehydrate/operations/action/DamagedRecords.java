// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.action;

import dev.rehydrate.command.failure.CorruptRecordException;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.operations.action.ActionReport.Result;
import dev.rehydrate.operations.reading.Answers;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Discards damaged records, which no command can read, looks afterwards whether they are gone, and writes both into the audit log. Safe for use by many
 * threads.
 */
public final class DamagedRecords {

    /** The word for it on the command line and in the audit log. */
    public static final String WORD = "discard-damaged";

    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final InstanceStore store;

    /**
     * Discards records of a store.
     *
     * @param store the store
     */
    public DamagedRecords(InstanceStore store) {
        this.store = store;
    }

    /**
     * What became of a record.
     *
     * @param id where it was
     * @param result how it ended
     * @param answer what the store answered
     * @param verified what was read afterwards, in a sentence
     */
    public record Report(InstanceId id, Result result, String answer, String verified) {

        /** Checks that nothing is missing. */
        public Report {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(result, "result");
            Objects.requireNonNull(answer, "answer");
            Objects.requireNonNull(verified, "verified");
        }
    }

    /**
     * Tells what is wrong with a record.
     *
     * @param id the id of an instance, or that with the bits of a key
     * @return why it cannot be read; empty if it can, or nothing is there
     * @throws InstanceStoreException if the store does not answer
     */
    public Optional<String> damage(InstanceId id) {
        try {
            var unused = await(store.inspection().record(id));
            return Optional.empty();
        } catch (CorruptRecordException damaged) {
            return Optional.of(SafeText.line(damaged.getMessage()));
        }
    }

    /**
     * Discards the record at an id, if it is damaged. Never fails: what goes wrong is in the report.
     *
     * @param id the id of an instance, or that with the bits of a key
     * @param reason why, in the words of the operator
     * @param actor who asks for it, as far as it is known
     * @return what became of it
     */
    public Report discard(InstanceId id, String reason, String actor) {
        return audited(WORD, id, reason, actor, () -> discard(id));
    }

    /**
     * Lets the further keys of an instance lead to it again, after the record of a key was discarded. Never fails.
     *
     * @param instance the instance
     * @param reason why, in the words of the operator
     * @param actor who asks for it, as far as it is known
     * @return what became of it
     */
    public Report restoreKeys(InstanceId instance, String reason, String actor) {
        return audited("restore-keys", instance, reason, actor, () -> {
            var unused = await(store.repair().restoreKeys(instance));
            return new Report(instance, Result.VERIFIED, "done", "Each further key that it lists leads to it.");
        });
    }

    private interface Work {
        Report run();
    }

    private static Report audited(String word, InstanceId id, String reason, String actor, Work work) {
        Report report;
        try {
            report = work.run();
        } catch (InstanceStoreException failure) {
            boolean none = failure.effect() == InstanceStoreException.Effect.NONE;
            report = new Report(
                    id,
                    none ? Result.REFUSED : Result.UNKNOWN,
                    SafeText.line(failure.getMessage()),
                    none ? "Nothing was changed." : "The record was not read.");
        } catch (RuntimeException failure) {
            report = new Report(id, Result.UNKNOWN, SafeText.line(failure), "The record was not read.");
        }
        new AuditLine(word, id, actor, reason).write(report.result(), report.answer(), report.verified());
        return report;
    }

    private Report discard(InstanceId id) {
        Optional<String> before = damage(id);
        if (!await(store.repair().discardDamaged(id))) {
            return new Report(
                    id,
                    Result.REFUSED,
                    "there is no damaged record: it can be read, or nothing is there",
                    "Nothing was changed.");
        }
        String was = before.map(why -> "discarded; before that: " + why).orElse("discarded");
        Optional<String> after;
        try {
            after = damage(id);
        } catch (InstanceStoreException unread) {
            return new Report(
                    id, Result.UNKNOWN, was, "It could not be read afterwards: " + SafeText.line(unread.getMessage()));
        }
        return after.isEmpty()
                ? new Report(id, Result.VERIFIED, was, "There is no damaged record any more.")
                : new Report(id, Result.NOT_VERIFIED, was, "It is damaged again: " + after.get());
    }

    private static <T> T await(CompletableFuture<T> answer) {
        return Answers.await(answer, LONGEST);
    }
}
