// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import dev.rehydrate.codec.ValueCodingException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts values with AES-256-GCM before they leave the process: a party that keeps the bytes, or sees them pass, learns the
 * value's type and length and nothing else, and cannot change it unnoticed. Each value names the key it was written with, so
 * that keys can be rotated: write with a new one, and go on reading with the old ones until everything was saved again.
 *
 * <p>Names of values, promoted values and keys of instances are not encrypted: they are what a cluster looks instances up by. A
 * key is good for 2<sup>32</sup> values; rotate it before. Immutable, safe for use by many threads.
 */
public final class ValueCipher {

    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String writer;
    private final Map<String, SecretKey> keys;

    private ValueCipher(String writer, Map<String, SecretKey> keys) {
        this.writer = writer;
        this.keys = keys;
    }

    /**
     * Writes and reads with one key.
     *
     * @param keyId names the key in stored bytes, 1 to 32 characters of {@code a-z 0-9 -}; not a secret
     * @param key 32 bytes, of which a copy is taken
     * @return the cipher
     * @throws IllegalArgumentException if id or key have not the required form
     */
    public static ValueCipher writingWith(String keyId, byte[] key) {
        return new ValueCipher(keyId, Map.of(checked(keyId), secret(key)));
    }

    /**
     * Adds a key that only reads.
     *
     * @param keyId names the key in stored bytes
     * @param key 32 bytes, of which a copy is taken
     * @return a copy of this cipher that also knows the key
     * @throws IllegalArgumentException if id or key have not the required form, or the id is already taken
     */
    public ValueCipher alsoReadingWith(String keyId, byte[] key) {
        Map<String, SecretKey> all = new TreeMap<>(keys);
        if (all.putIfAbsent(checked(keyId), secret(key)) != null) {
            throw new IllegalArgumentException("the key id '" + keyId + "' is already taken");
        }
        return new ValueCipher(writer, Map.copyOf(all));
    }

    private static String checked(String keyId) {
        if (!keyId.matches("[a-z0-9-]{1,32}")) {
            throw new IllegalArgumentException("a key id has 1 to 32 characters of a-z 0-9 -, not '" + keyId + "'");
        }
        return keyId;
    }

    private static SecretKey secret(byte[] key) {
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException("a key has " + KEY_BYTES + " bytes, not " + key.length);
        }
        return new SecretKeySpec(key, "AES");
    }

    /** Encrypts; what is only bound must be the same again when it is decrypted. */
    byte[] seal(byte[] plain, byte[] bound) {
        byte[] id = writer.getBytes(StandardCharsets.US_ASCII);
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, Objects.requireNonNull(keys.get(writer)), nonce, bound);
            ByteBuffer sealed = ByteBuffer.allocate(1 + id.length + NONCE_BYTES + cipher.getOutputSize(plain.length));
            sealed.put((byte) id.length).put(id).put(nonce);
            cipher.doFinal(ByteBuffer.wrap(plain), sealed);
            return sealed.array();
        } catch (GeneralSecurityException failure) {
            throw new ValueCodingException(Reason.NOT_ENCODABLE, "the value cannot be encrypted", failure);
        }
    }

    byte[] open(byte[] sealed, byte[] bound) {
        ByteBuffer in = ByteBuffer.wrap(sealed);
        int idLength = in.hasRemaining() ? Byte.toUnsignedInt(in.get()) : 0;
        if (in.remaining() < idLength + NONCE_BYTES) {
            throw new ValueCodingException(Reason.DAMAGED, "the encrypted bytes end too early");
        }
        byte[] id = new byte[idLength];
        byte[] nonce = new byte[NONCE_BYTES];
        in.get(id).get(nonce);
        String keyId = new String(id, StandardCharsets.US_ASCII);
        SecretKey key = keys.get(keyId);
        if (key == null) {
            throw unknownKey(keyId);
        }
        try {
            byte[] plain = new byte[Math.max(0, in.remaining() - TAG_BITS / Byte.SIZE)];
            cipher(Cipher.DECRYPT_MODE, key, nonce, bound).doFinal(in, ByteBuffer.wrap(plain));
            return plain;
        } catch (AEADBadTagException changed) {
            throw new ValueCodingException(
                    Reason.DAMAGED, "the encrypted bytes were changed, or key '" + keyId + "' is another one", changed);
        } catch (GeneralSecurityException failure) {
            throw new ValueCodingException(Reason.DAMAGED, "the value cannot be decrypted", failure);
        }
    }

    static ValueCodingException unknownKey(String keyId) {
        String shown = keyId.matches("[a-z0-9-]{1,32}") ? " '" + keyId + "'" : "";
        return new ValueCodingException(
                Reason.UNKNOWN_KEY, "the value was encrypted with a key" + shown + " that is not configured");
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce, byte[] bound) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(bound);
        return cipher;
    }

    /** {@return the ids of the keys, never the keys} */
    @Override
    public String toString() {
        return "ValueCipher[writes with '" + writer + "', reads " + new TreeMap<>(keys).keySet() + "]";
    }
}
