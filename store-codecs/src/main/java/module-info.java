// SPDX-License-Identifier: Apache-2.0
/** Codecs for named values: Kryo for compact bytes, Jackson for readable ones. */
module dev.rehydrate.store.codecs {
    requires transitive dev.rehydrate.store.api;
    requires transitive com.fasterxml.jackson.databind;
    requires com.esotericsoftware.kryo;
    requires com.fasterxml.jackson.datatype.jsr310;
    // Kryo and Objenesis are automatic modules and cannot say themselves that they need sun.misc and sun.reflect.
    requires jdk.unsupported;
    requires org.objenesis;
    requires static transitive org.jspecify;

    exports dev.rehydrate.codec.jackson;
    exports dev.rehydrate.codec.kryo;
}
