// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.instance.SafeText;
import java.lang.invoke.MethodType;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One kind of message that a workflow takes: how it finds its instance, and what it does there. Immutable; usually a
 * constant, which callers hand to {@link WorkflowHost#call}.
 *
 * @param <S> the state
 * @param <M> the messages
 * @param <R> the replies
 */
public final class Operation<S, M, R> {

    private final Correlated<M> head;
    private final @Nullable Class<R> replies;
    private final TurnHandler<S, M, R> handler;

    private Operation(Correlated<M> head, @Nullable Class<R> replies, TurnHandler<S, M, R> handler) {
        this.head = head;
        this.replies = replies;
        this.handler = Objects.requireNonNull(handler, "handler");
    }

    /**
     * An operation of which each message begins an instance.
     *
     * @param name its name, not blank and without line breaks
     * @param messages the type of its messages
     * @param <M> that type
     * @return the first part of the operation
     * @throws IllegalArgumentException if the name is blank or has a line break
     */
    public static <M> Named<M> createOnly(String name, Class<M> messages) {
        return new Named<>(name, messages, OperationKind.CREATE_ONLY);
    }

    /**
     * An operation whose messages begin an instance if there is none.
     *
     * @param name its name, not blank and without line breaks
     * @param messages the type of its messages
     * @param <M> that type
     * @return the first part of the operation
     * @throws IllegalArgumentException if the name is blank or has a line break
     */
    public static <M> Named<M> createOrGet(String name, Class<M> messages) {
        return new Named<>(name, messages, OperationKind.CREATE_OR_GET);
    }

    /**
     * An operation for instances that exist.
     *
     * @param name its name, not blank and without line breaks
     * @param messages the type of its messages
     * @param <M> that type
     * @return the first part of the operation
     * @throws IllegalArgumentException if the name is blank or has a line break
     */
    public static <M> Named<M> mustExist(String name, Class<M> messages) {
        return new Named<>(name, messages, OperationKind.MUST_EXIST);
    }

    /** {@return the name} */
    public String name() {
        return head.named().name();
    }

    /** {@return the type of the messages} */
    public Class<M> messageType() {
        return head.named().messages();
    }

    /** {@return whether messages may, must or must not find an instance} */
    public OperationKind kind() {
        return head.named().kind();
    }

    /** {@return how a message finds its instance} */
    public Correlation<? super M> correlation() {
        return head.correlation();
    }

    /** {@return the type of the replies, or empty if replies are not stored, so that calls cannot have a message id} */
    public Optional<Class<R>> replyType() {
        return Optional.ofNullable(replies);
    }

    /** {@return what the operation does} */
    public TurnHandler<S, M, R> handler() {
        return handler;
    }

    /** Values that are said to be of a primitive type are of its wrapper. */
    @SuppressWarnings("unchecked") // The class of a primitive type is a Class of its wrapper.
    private static <T> Class<T> boxed(Class<T> said) {
        return (Class<T>) MethodType.methodType(said).wrap().returnType();
    }

    /** @throws IllegalArgumentException if a message is not of the type that the operation takes */
    void requireType(Object message) {
        if (!messageType().isInstance(message)) {
            throw new IllegalArgumentException("the operation " + this + " takes a "
                    + messageType().getName() + ", not a "
                    + message.getClass().getName());
        }
    }

    /** {@return the name} */
    @Override
    public String toString() {
        return name();
    }

    /**
     * An operation that does not know yet how its messages find their instance.
     *
     * @param name its name
     * @param messages the type of its messages
     * @param kind whether messages may, must or must not find an instance
     * @param <M> the messages
     */
    public record Named<M>(String name, Class<M> messages, OperationKind kind) {
        /**
         * Checks the name.
         *
         * @throws IllegalArgumentException if it is blank or has a line break
         */
        public Named {
            messages = boxed(Objects.requireNonNull(messages, "messages"));
            Objects.requireNonNull(kind, "kind");
            if (name.isBlank()) {
                throw new IllegalArgumentException("an operation needs a name");
            }
            if (name.indexOf('\n') >= 0 || name.indexOf('\r') >= 0) {
                throw new IllegalArgumentException(
                        "the name of an operation has no line break, for hosts publish one name on each line: "
                                + SafeText.line(name));
            }
        }

        /**
         * Says how a message finds its instance.
         *
         * @param correlation takes the key or the instance id from a message
         * @return the second part of the operation
         */
        public Correlated<M> correlatedBy(Correlation<? super M> correlation) {
            return new Correlated<>(this, correlation);
        }
    }

    /**
     * An operation that does not know yet what it does.
     *
     * @param named the first part
     * @param correlation how a message finds its instance
     * @param <M> the messages
     */
    public record Correlated<M>(Named<M> named, Correlation<? super M> correlation) {
        /** Checks that nothing is missing. */
        public Correlated {
            Objects.requireNonNull(named, "named");
            Objects.requireNonNull(correlation, "correlation");
        }

        /**
         * Says what the operation does.
         *
         * @param handler the turn
         * @param <S> the state
         * @param <R> the replies
         * @return the operation
         */
        public <S, R> Operation<S, M, R> handledBy(TurnHandler<S, M, R> handler) {
            return new Operation<>(this, null, handler);
        }

        /**
         * Says what the operation replies: needed for calls with a message id, whose replies are remembered.
         *
         * @param replies the type of the replies; the store's codec must know it
         * @param <R> that type
         * @return the third part of the operation
         */
        public <R> Replying<M, R> replying(Class<R> replies) {
            return new Replying<>(this, replies);
        }
    }

    /**
     * An operation that does not know yet what it does.
     *
     * @param correlated the first parts
     * @param replies the type of the replies
     * @param <M> the messages
     * @param <R> the replies
     */
    public record Replying<M, R>(Correlated<M> correlated, Class<R> replies) {
        /** Checks that nothing is missing. */
        public Replying {
            Objects.requireNonNull(correlated, "correlated");
            replies = boxed(Objects.requireNonNull(replies, "replies"));
        }

        /**
         * Says what the operation does.
         *
         * @param handler the turn
         * @param <S> the state
         * @return the operation
         */
        public <S> Operation<S, M, R> handledBy(TurnHandler<S, M, R> handler) {
            return new Operation<>(correlated, replies, handler);
        }
    }
}
