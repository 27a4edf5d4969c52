// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** JSON as the service takes and gives it: UTF-8, one value, no name twice, not deep. */
final class Json {

    private static final int MAX_DEPTH = 20;

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static byte[] bytes(JsonNode json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    static JsonNode read(byte[] body) {
        String text = utf8(body);
        try {
            JsonNode json = MAPPER.readTree(text);
            if (json.isMissingNode()) {
                throw ProblemKind.MALFORMED_BODY.exception("the body is empty");
            }
            return json;
        } catch (JsonProcessingException notJson) {
            // What the parser says quotes the body and names its own classes; where it stopped is enough.
            throw ProblemKind.MALFORMED_BODY.exception("the body is not JSON" + place(notJson));
        }
    }

    private static String utf8(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw ProblemKind.MALFORMED_BODY.exception("the body is not UTF-8");
        }
    }

    private static String place(JsonProcessingException failure) {
        var location = failure.getLocation();
        return location == null || location.getLineNr() < 1
                ? ""
                : ", at line " + location.getLineNr() + " column " + location.getColumnNr();
    }
}
