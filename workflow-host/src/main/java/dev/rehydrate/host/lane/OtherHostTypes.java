// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.SafeText;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of instances that have something to do and belong to hosts of another type. This host works on messages for them, and the
 * store offers what they have to do to hosts of their own type only. One warning for each type: what is wrong is the type of the host.
 */
public final class OtherHostTypes {

    private static final Logger LOG = LoggerFactory.getLogger(OtherHostTypes.class);

    /** How the instances of owners without a host type are remembered; a host type is not blank. */
    private static final String NONE = "";

    private final HostSettings settings;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    public OtherHostTypes(HostSettings settings) {
        this.settings = settings;
    }

    /** An instance was loaded for a message. */
    public void loaded(Resident<?> resident, InstanceHeader header) {
        String here = settings.description().hostType();
        String type = header.hostType();
        if (here == null || here.equals(type)) {
            return;
        }
        resident.belongsTo(type == null ? NONE : type);
        if (header.dueAt() != null) {
            tell(resident, type == null ? NONE : type, here);
        }
    }

    /** A turn of an instance was saved. */
    public void saved(Resident<?> resident) {
        String type = resident.otherType();
        String here = settings.description().hostType();
        if (type != null && here != null && resident.hostState().dueAt().isPresent()) {
            tell(resident, type, here);
        }
    }

    private void tell(Resident<?> resident, String type, @Nullable String here) {
        if (!told.add(type)) {
            return;
        }
        if (type.equals(NONE)) {
            LOG.warn(
                    "an instance with a timer or messages to send or deliver belongs to no host type, because no host has begun it:"
                            + " node={} instance={} hostTypeHere={}. No host looks after what is due for it while it is not in memory. Let"
                            + " a host begin such instances. This is said once",
                    settings.node(),
                    resident.id(),
                    SafeText.line(here));
            return;
        }
        LOG.warn(
                "an instance with a timer or messages to send or deliver belongs to hosts of another type: node={} instance={}"
                        + " hostType={} hostTypeHere={}. While it is not in memory only hosts of its type look after what is due for it and"
                        + " for others of this type, and this host does not. If no such host runs any more, as after a definition was added"
                        + " or renamed, start this one with hostType(\"{}\"). This is said once for each type",
                settings.node(),
                resident.id(),
                SafeText.line(type),
                SafeText.line(here),
                SafeText.line(type));
    }
}
