// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.jackson;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.jsontype.PolymorphicTypeValidator;

/** Lets no class name in JSON become a class, whatever base type an annotation gives. */
final class NoTypeByName extends PolymorphicTypeValidator {

    private static final long serialVersionUID = 1;

    @Override
    public Validity validateBaseType(MapperConfig<?> config, JavaType baseType) {
        return Validity.DENIED;
    }

    @Override
    public Validity validateSubClassName(MapperConfig<?> config, JavaType baseType, String subClassName) {
        return Validity.DENIED;
    }

    @Override
    public Validity validateSubType(MapperConfig<?> config, JavaType baseType, JavaType subType) {
        return Validity.DENIED;
    }
}
