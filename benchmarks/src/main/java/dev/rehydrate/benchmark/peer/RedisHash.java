// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.peer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/** A hash for each instance on Redis, and a string for each key; a script makes each change atomic and checks the version. */
public final class RedisHash implements Documents, AutoCloseable {

    private static final String CREATE = """
            if redis.call('exists', KEYS[1], KEYS[2]) > 0 then return 0 end
            redis.call('set', KEYS[2], KEYS[1])
            redis.call('hset', KEYS[1], 'v', '0', 's', ARGV[1])
            return 1""";
    private static final String SAVE = """
            if redis.call('hget', KEYS[1], 'v') ~= ARGV[1] then return 0 end
            redis.call('hset', KEYS[1], 'v', ARGV[2], 's', ARGV[3])
            return 1""";
    private static final String COMPLETE = """
            if redis.call('hget', KEYS[1], 'v') ~= ARGV[1] then return 0 end
            return redis.call('del', KEYS[1], KEYS[2]) - 1""";
    private static final String BY_KEY = "return redis.call('hmget', redis.call('get', KEYS[1]), 'v', 's')";
    private static final String USED_MEMORY = "used_memory:";
    private static final byte[] VERSION = bytes("v");
    private static final byte[] STATE = bytes("s");

    private final RedisClient redis;
    private final byte[] create;
    private final byte[] save;
    private final byte[] complete;
    private final byte[] byKey;

    /**
     * Connects, and registers the scripts.
     *
     * @param port the server's port on the loopback interface
     * @param callers how many callers there are at most, each with a connection
     */
    public RedisHash(int port, int callers) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(callers);
        pool.setMaxIdle(callers);
        redis = RedisClient.builder()
                .hostAndPort("127.0.0.1", port)
                .poolConfig(pool)
                .build();
        create = bytes(redis.scriptLoad(CREATE));
        save = bytes(redis.scriptLoad(SAVE));
        complete = bytes(redis.scriptLoad(COMPLETE));
        byKey = bytes(redis.scriptLoad(BY_KEY));
    }

    @Override
    public Document create(UUID id, byte[] state) {
        change(create, id, state);
        return new Document(id, 0L, state);
    }

    @Override
    public Document load(UUID id) {
        return document(id, redis.hmget(bits(id), VERSION, STATE));
    }

    @Override
    public Document loadByKey(UUID id) {
        return document(id, (List<?>) redis.evalsha(byKey, 1, bits(Document.keyOf(id))));
    }

    @Override
    public Document save(Document seen, byte[] state) {
        long next = (Long) seen.version() + 1;
        change(save, seen.id(), bytes(seen.version()), bytes(next), state);
        return new Document(seen.id(), next, state);
    }

    @Override
    public void complete(Document seen) {
        change(complete, seen.id(), bytes(seen.version()));
    }

    private void change(byte[] script, UUID id, byte[]... arguments) {
        List<byte[]> keys = List.of(bits(id), bits(Document.keyOf(id)));
        Object answer = redis.evalsha(script, keys, List.of(arguments));
        Documents.require(Long.valueOf(1).equals(answer), id);
    }

    private static Document document(UUID id, List<?> found) {
        String version = new String((byte[]) found.get(0), StandardCharsets.UTF_8);
        return new Document(id, Long.valueOf(version), (byte[]) found.get(1));
    }

    private static byte[] bits(UUID id) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    private static byte[] bytes(Object text) {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** {@return what the server has allocated, in bytes} */
    public long usedBytes() {
        return redis.info("memory")
                .lines()
                .filter(line -> line.startsWith(USED_MEMORY))
                .mapToLong(line -> Long.parseLong(line.substring(USED_MEMORY.length())))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        redis.close();
    }
}
