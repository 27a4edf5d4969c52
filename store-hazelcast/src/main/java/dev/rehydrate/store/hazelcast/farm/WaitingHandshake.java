// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.farm;

import static com.hazelcast.internal.networking.ChannelOption.DIRECT_BUF;
import static com.hazelcast.internal.networking.ChannelOption.SO_KEEPALIVE;
import static com.hazelcast.internal.networking.ChannelOption.SO_LINGER;
import static com.hazelcast.internal.networking.ChannelOption.SO_RCVBUF;
import static com.hazelcast.internal.networking.ChannelOption.SO_SNDBUF;
import static com.hazelcast.internal.networking.ChannelOption.TCP_KEEPCOUNT;
import static com.hazelcast.internal.networking.ChannelOption.TCP_KEEPIDLE;
import static com.hazelcast.internal.networking.ChannelOption.TCP_KEEPINTERVAL;
import static com.hazelcast.internal.networking.ChannelOption.TCP_NODELAY;

import com.hazelcast.internal.networking.Channel;
import com.hazelcast.internal.networking.ChannelInitializer;
import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.server.ServerContext;
import com.hazelcast.internal.server.tcp.UnifiedChannelInitializer;
import com.hazelcast.internal.server.tcp.UnifiedProtocolDecoder;
import com.hazelcast.internal.server.tcp.UnifiedProtocolEncoder;
import com.hazelcast.spi.properties.ClusterProperty;
import com.hazelcast.spi.properties.HazelcastProperties;

/**
 * Sets up connections as {@link UnifiedChannelInitializer} does, but for one thing: a connection whose other end does not answer the
 * handshake waits for the answer.
 *
 * <p>That of the engine says that it has nothing to do, although what is to be sent after the handshake is queued. So its output thread
 * begins with it again at once, for as long as the other end is silent, and sends nothing on its other connections. A process that stands
 * still is such an end: its kernel takes connections. The members beside it, which try to reach it again, then lose each other (ADR 311).
 */
public final class WaitingHandshake implements ChannelInitializer {

    private final ServerContext context;

    private WaitingHandshake(ServerContext context) {
        this.context = context;
    }

    /**
     * Takes the place of the initializer of the engine that is known, and of no other.
     *
     * @param engine what the engine sets up connections with
     * @param context its network
     * @return the initializer to be used
     */
    public static ChannelInitializer insteadOf(ChannelInitializer engine, ServerContext context) {
        return engine.getClass() == UnifiedChannelInitializer.class ? new WaitingHandshake(context) : engine;
    }

    @Override
    public void initChannel(Channel channel) {
        HazelcastProperties properties = context.properties();
        channel.options()
                .setOption(DIRECT_BUF, properties.getBoolean(ClusterProperty.SOCKET_BUFFER_DIRECT))
                .setOption(TCP_NODELAY, properties.getBoolean(ClusterProperty.SOCKET_NO_DELAY))
                .setOption(SO_KEEPALIVE, properties.getBoolean(ClusterProperty.SOCKET_KEEP_ALIVE))
                .setOption(
                        SO_SNDBUF,
                        properties.getInteger(ClusterProperty.SOCKET_SEND_BUFFER_SIZE) * ServerContext.KILO_BYTE)
                .setOption(
                        SO_RCVBUF,
                        properties.getInteger(ClusterProperty.SOCKET_RECEIVE_BUFFER_SIZE) * ServerContext.KILO_BYTE)
                .setOption(SO_LINGER, properties.getSeconds(ClusterProperty.SOCKET_LINGER_SECONDS))
                .setOption(TCP_KEEPIDLE, properties.getInteger(ClusterProperty.SOCKET_KEEP_IDLE))
                .setOption(TCP_KEEPCOUNT, properties.getInteger(ClusterProperty.SOCKET_KEEP_COUNT))
                .setOption(TCP_KEEPINTERVAL, properties.getInteger(ClusterProperty.SOCKET_KEEP_INTERVAL));
        Encoder encoder = new Encoder(context);
        channel.outboundPipeline().addLast(encoder);
        channel.inboundPipeline().addLast(new UnifiedProtocolDecoder(context, encoder));
    }

    /** The decoder wakes it up when the other end has answered. */
    private static final class Encoder extends UnifiedProtocolEncoder {

        Encoder(ServerContext context) {
            super(context);
        }

        /** Where the handshake is over, this was replaced by what follows it, and what it says does not count any more. */
        @Override
        public HandlerStatus onWrite() {
            HandlerStatus status = super.onWrite();
            return status == HandlerStatus.CLEAN ? HandlerStatus.BLOCKED : status;
        }
    }
}
