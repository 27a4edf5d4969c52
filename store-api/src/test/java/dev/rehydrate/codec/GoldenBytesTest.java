// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes of format 1. There are such bytes in stores: lines are added here, but none is changed. */
class GoldenBytesTest {

    private final ValueEncoding encoding = ValueEncoding.simpleTypes();

    @ParameterizedTest
    @MethodSource("formatOne")
    void bytesOfFormatOneAreReadForEver(String hex, @Nullable Object value) {
        EncodedValue stored = EncodedValue.fromBytes(HexFormat.of().parseHex(hex));

        assertThat(encoding.decode(stored, Object.class)).isEqualTo(value);
    }

    @ParameterizedTest
    @MethodSource("formatOne")
    void bytesAreWrittenInFormatOne(String hex, @Nullable Object value) {
        byte[] written = encoding.encode(value).toBytes();

        assertThat(HexFormat.of().formatHex(written)).isEqualTo(hex);
    }

    // Another zlib may pack the same text into other bytes, so there is no golden form for writing.
    @Test
    void packedBytesOfFormatOneAreReadForEver() {
        String hex = "52010100a33d41097072696d697469766500106a6176612e6c616e672e537472"
                + "696e6700000001000004b078014b4c4a1c85a321301a02a32130244200005198"
                + "c918";

        EncodedValue stored = EncodedValue.fromBytes(HexFormat.of().parseHex(hex));

        assertThat(encoding.decode(stored, String.class)).isEqualTo("ab".repeat(600));
    }

    static Stream<Arguments> formatOne() {
        return Stream.of(
                of("52010074c149b9097072696d697469766500046e756c6c0000000100000000", null),
                of(
                        "5201009d1115db097072696d697469766500116a6176612e6c616e672e426f6f"
                                + "6c65616e000000010000000474727565",
                        true),
                of("52010075ea12a5097072696d6974697665000e6a6176612e6c616e672e427974" + "6500000001000000022d31", (byte)
                        -1),
                of(
                        "5201007e65f019097072696d6974697665000f6a6176612e6c616e672e53686f" + "727400000001000000022d32",
                        (short) -2),
                of(
                        "520100dbbe2998097072696d697469766500116a6176612e6c616e672e496e74"
                                + "6567657200000001000000022d33",
                        -3),
                of("520100695a7a62097072696d6974697665000e6a6176612e6c616e672e4c6f6e" + "6700000001000000022d34", -4L),
                of(
                        "52010033563714097072696d6974697665000f6a6176612e6c616e672e466c6f"
                                + "61740000000100000003312e35",
                        1.5f),
                of(
                        "520100c9a0f87c097072696d697469766500106a6176612e6c616e672e446f75"
                                + "626c6500000001000000042d302e30",
                        -0.0),
                of(
                        "520100de4ce52e097072696d697469766500136a6176612e6c616e672e436861"
                                + "726163746572000000010000000178",
                        'x'),
                of(
                        "520100a70db5c2097072696d697469766500106a6176612e6c616e672e537472"
                                + "696e67000000010000000474657874",
                        "text"),
                of("5201006dcb18fb097072696d697469766500106a6176612e6c616e672e537472" + "696e670000000100000000", ""),
                of(
                        "520100a6cebeb6097072696d697469766500106a6176612e6c616e672e537472"
                                + "696e67000000010000000c6772c3bcc39f6520f09f9880",
                        "gr\u00fc\u00dfe \uD83D\uDE00"),
                of(
                        "520100b732dd2d097072696d697469766500106a6176612e6c616e672e537472"
                                + "696e67000000010000000dff00680061006c00660020d800",
                        "half \uD800"),
                of(
                        "52010004cf3ba3097072696d697469766500136a6176612e6c616e672e436861"
                                + "7261637465720000000100000003ffdc00",
                        '\uDC00'),
                of("52010020bd03b7097072696d697469766500025b4200000001000000030001ff", new byte[] {0, 1, -1}),
                of(
                        "520100f61bbd9e097072696d697469766500146a6176612e6d6174682e426967"
                                + "496e746567657200000001000000152d31323334353637383930313233343536"
                                + "37383930",
                        new BigInteger("-12345678901234567890")),
                of(
                        "520100aa7eade5097072696d697469766500146a6176612e6d6174682e426967"
                                + "446563696d616c0000000100000004312e3130",
                        new BigDecimal("1.10")),
                of(
                        "520100c8e4d9bd097072696d697469766500146a6176612e6d6174682e426967"
                                + "446563696d616c000000010000000431452b33",
                        new BigDecimal("1E+3")),
                of(
                        "52010069551178097072696d6974697665000e6a6176612e7574696c2e555549"
                                + "44000000010000002430303030303030302d303030302d303030312d30303030"
                                + "2d303030303030303030303032",
                        new UUID(1, 2)),
                of(
                        "5201006bd6202d097072696d6974697665000c6a6176612e6e65742e55524900"
                                + "0000010000001968747470733a2f2f6578616d706c652e6f72672f6125323062",
                        URI.create("https://example.org/a%20b")),
                of(
                        "520100bb89fbbe097072696d697469766500116a6176612e74696d652e496e73"
                                + "74616e74000000010000001e323032352d30312d30325430333a30343a30352e"
                                + "3637383930313233345a",
                        Instant.parse("2025-01-02T03:04:05.678901234Z")),
                of(
                        "520100adf4beeb097072696d697469766500126a6176612e74696d652e447572"
                                + "6174696f6e000000010000000f50542d302e39393939393939393953",
                        Duration.ofSeconds(-1, 1)),
                of(
                        "520100e1a0aa59097072696d697469766500136a6176612e74696d652e4c6f63"
                                + "616c44617465000000010000000a323032352d30312d3032",
                        LocalDate.of(2025, 1, 2)),
                of(
                        "5201008eca8bee097072696d697469766500136a6176612e74696d652e4c6f63"
                                + "616c54696d65000000010000000530333a3034",
                        LocalTime.of(3, 4)),
                of(
                        "52010069803b7d097072696d697469766500176a6176612e74696d652e4c6f63"
                                + "616c4461746554696d650000000100000013323032352d30312d30325430333a"
                                + "30343a3035",
                        LocalDateTime.of(2025, 1, 2, 3, 4, 5)),
                of(
                        "5201007010aff6097072696d697469766500186a6176612e74696d652e4f6666"
                                + "7365744461746554696d650000000100000016323032352d30312d3032543033"
                                + "3a30342b30353a3330",
                        OffsetDateTime.parse("2025-01-02T03:04+05:30")));
    }

    private static Arguments of(String hex, @Nullable Object value) {
        return Arguments.of(hex, value);
    }
}
