// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.KryoBufferOverflowException;
import com.esotericsoftware.kryo.util.Pool;
import dev.rehydrate.codec.ValueCodec;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.codec.kryo.graph.GraphKryo;
import dev.rehydrate.codec.kryo.graph.GraphReader;
import dev.rehydrate.codec.kryo.graph.GraphWriter;
import dev.rehydrate.codec.kryo.graph.Refusal;
import dev.rehydrate.codec.kryo.object.ApplicationTypes;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compact bytes by way of Kryo, which outlive changes of the application's classes.
 *
 * <p><b>Which types.</b> Only those the application registered, each under an id of its choice, and the usual ones of the JDK:
 * numbers, text, {@code java.time}, UUID, URI, arrays, Optional, the collections and maps of {@code java.util}, enum sets and
 * maps. A class is never looked up by a name from stored bytes, so that no other class is ever loaded, initialised or
 * instantiated. Subclasses are registered too, each on its own.
 *
 * <p><b>What may change.</b> Fields, record components and constants of enums are stored by name: they may be added and put in
 * another order; numbers may become wider; a class may become a record, may be renamed and moved. An older host refuses a
 * value with a field, constant or class that it does not know, at any depth, as of a {@linkplain
 * ValueCodingException.Reason#NEWER_VERSION newer version}: to read past it would be to drop it with the next save. Before one
 * is removed the {@linkplain Builder#schemaVersion schema version} is raised; fields that are unknown in values of an older
 * version are passed over, whatever class was in them. Ids must stay. A field that was not stored has the value its constructor without parameters gives it; a record component that was
 * not stored is zero, false or null.
 *
 * <p><b>How objects come to be.</b> By the constructor without parameters, of whatever visibility; if there is none, without
 * running any constructor, field initialisers included. Records by their canonical constructor. Transient fields are not
 * stored. Classes on the module path must be in a package open to {@code dev.rehydrate.store.codecs}.
 *
 * <p><b>What comes back.</b> Objects shared or in cycles are so again. {@code List.of} and its kin, {@code Arrays.asList} and
 * unmodifiable collections come back as such; views of a list, map or set as an {@code ArrayList}, {@code LinkedHashSet} or
 * {@code TreeSet} of their own. Synchronized, checked, weak and identity collections are refused, and so are records, arrays
 * and optionals that contain themselves.
 *
 * <p>Immutable, safe for use by many threads.
 */
public final class KryoCodec implements ValueCodec {

    /** The id of this codec in stored bytes. */
    public static final String ID = "kryo";

    /** How deep values may be nested in each other unless set otherwise. */
    public static final int DEFAULT_MAX_DEPTH = 400;

    private static final int LARGEST_MAX_DEPTH = 10_000;

    /** What one thread needs at a time. */
    private record Coder(GraphKryo kryo, GraphWriter writer) {}

    private final int schemaVersion;
    private final int readDepth;
    private final Pool<Coder> pool;

    private KryoCodec(Builder builder) {
        List<Registration> types = builder.types.withBuiltIn();
        int maxDepth = builder.maxDepth;
        this.schemaVersion = builder.schemaVersion;
        // What stood in a field that is no more may be read within another object, and so deeper than it was written.
        this.readDepth = 2 * maxDepth;
        this.pool = new Pool<>(true, false, 2 * Runtime.getRuntime().availableProcessors()) {
            @Override
            protected Coder create() {
                GraphKryo kryo = new GraphKryo(types);
                return new Coder(kryo, new GraphWriter(kryo, maxDepth));
            }
        };
    }

    /** {@return a builder without any type, for schema version 1} */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public int schemaVersion() {
        return schemaVersion;
    }

    /**
     * {@inheritDoc}
     *
     * @throws ValueCodingException if a type in it is not registered ({@code UNKNOWN_TYPE}), or if it cannot be written:
     *     nested too deep, containing itself where that cannot be rebuilt, sharing so much in sets and keys that hashing them
     *     would take too long, or refusing to be read ({@code NOT_ENCODABLE})
     */
    @Override
    public byte[] encode(Object value) {
        Objects.requireNonNull(value, "value");
        try {
            return pooled(coder -> coder.writer.encode(value));
        } catch (ValueCodingException known) {
            throw known;
        } catch (KryoBufferOverflowException overflow) {
            throw new ValueCodingException(Reason.TOO_LARGE, "the value has more than a gigabyte", overflow);
        } catch (StackOverflowError deep) {
            throw Refusal.notEncodable("nested too deep for the stack of this thread", deep);
        } catch (RuntimeException failure) {
            throw Refusal.notEncodable("a " + value.getClass().getName() + " could not be written", failure);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws ValueCodingException if the bytes are damaged ({@code DAMAGED}), are of a newer format of this codec or hold
     *     a field, type or constant that is not known here and were not written under an older version ({@code
     *     NEWER_VERSION}), hold a type or constant that is not known here any more ({@code UNKNOWN_TYPE}), or hold something
     *     that is not of the expected type or does not fit a field ({@code OTHER_TYPE})
     */
    @Override
    public <T> T decode(byte[] bytes, Class<T> type, int writtenVersion) {
        Object value = decode(bytes, writtenVersion < schemaVersion);
        if (!type.isInstance(value)) {
            throw Refusal.otherType(
                    "holds a " + (value == null ? "null" : value.getClass().getName()) + ", not a " + type.getName());
        }
        return type.cast(value);
    }

    private @Nullable Object decode(byte[] bytes, boolean older) {
        try {
            return pooled(coder -> new GraphReader(coder.kryo, bytes, readDepth, older).decode());
        } catch (ValueCodingException known) {
            throw known;
        } catch (StackOverflowError deep) {
            throw Refusal.damaged("nested too deep for the stack of this thread", deep);
        } catch (LinkageError unusable) {
            throw new ValueCodingException(Reason.UNKNOWN_TYPE, "a registered class cannot be used", unusable);
        } catch (RuntimeException | AssertionError failure) {
            throw Refusal.damaged("the bytes are not what was written", failure);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws ValueCodingException if it is a class without subclasses that is not registered ({@code UNKNOWN_TYPE})
     */
    @Override
    public void requireReadable(Class<?> type) {
        boolean known = pooled(coder -> coder.kryo.registrationOf(type) != null);
        if (!known && Modifier.isFinal(type.getModifiers())) {
            throw Refusal.unknownType(type.getName() + " is not registered; KryoCodec.builder().register(id, "
                    + type.getSimpleName() + ".class)");
        }
    }

    private <R extends @Nullable Object> R pooled(Function<Coder, R> use) {
        Coder coder = pool.obtain();
        try {
            R result = use.apply(coder);
            pool.free(coder);
            return result;
        } catch (RuntimeException refusal) {
            pool.free(coder);
            throw refusal;
        }
        // After an error, such as a stack that is full, its state is not to be trusted.
    }

    /** Collects types and settings. Not safe for use by many threads. */
    public static final class Builder {

        private final ApplicationTypes types = new ApplicationTypes();
        private int schemaVersion = 1;
        private int maxDepth = DEFAULT_MAX_DEPTH;

        private Builder() {}

        /**
         * Allows a type to be stored. An interface or abstract class is registered only if there are arrays of it.
         *
         * @param id what stands for the type in stored bytes, from 1 to 1,000,000, the smaller the more compact; it never
         *     stands for another type as long as there are such bytes, also after the type is gone
         * @param type the class, record or enum
         * @return this
         * @throws IllegalArgumentException if the id or type is already taken, or if the type cannot be stored: one of the
         *     JDK's that is not open, a collection of the application's own, an inner class, a lambda
         */
        public Builder register(int id, Class<?> type) {
            types.add(id, type);
            return this;
        }

        /**
         * Sets the version of the application's types. Values of newer versions are refused, so it is raised when older
         * hosts would misunderstand what newer ones write.
         *
         * @param version at least 1
         * @return this
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder schemaVersion(int version) {
            if (version < 1) {
                throw new IllegalArgumentException("a schema version is at least 1, not " + version);
            }
            schemaVersion = version;
            return this;
        }

        /**
         * Sets how deep values may be nested in each other. Every level takes stack, in writing and twice in reading.
         *
         * @param levels from 1 to 10,000; {@value #DEFAULT_MAX_DEPTH} unless set
         * @return this
         * @throws IllegalArgumentException if it is outside of that
         */
        public Builder maxDepth(int levels) {
            if (levels < 1 || levels > LARGEST_MAX_DEPTH) {
                throw new IllegalArgumentException(
                        "the depth is from 1 to " + LARGEST_MAX_DEPTH + " levels, not " + levels);
            }
            maxDepth = levels;
            return this;
        }

        /** {@return the codec, which later changes of this builder do not affect} */
        public KryoCodec build() {
            return new KryoCodec(this);
        }
    }
}
