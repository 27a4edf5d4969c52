// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.connect;

import dev.rehydrate.store.hazelcast.Durability;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the instances are. */
public sealed interface Target {

    /** {@return the place for people, without a password} */
    String place();

    /** {@return what to check if it does not answer} */
    String advice();

    /**
     * Makes the message of a failure fit to be shown.
     *
     * @param text the message, which may have the address in it
     * @return the same without passwords
     */
    default String withoutSecrets(String text) {
        return text;
    }

    /**
     * Makes an argument of the command line fit to be shown, whatever it was meant for.
     *
     * @param argument the argument
     * @return the same without passwords
     */
    static String masked(String argument) {
        return Database.SECRET.matcher(argument).replaceAll("$1$2…");
    }

    /**
     * A running farm, which is asked over a client.
     *
     * @param members addresses of members, as host or host:port
     * @param clusterName the name of its cluster
     * @param durability what its members have
     */
    record Farm(List<String> members, String clusterName, Durability durability) implements Target {
        /** Copies the list. */
        public Farm {
            members = List.copyOf(members);
        }

        @Override
        public String place() {
            return "farm '" + clusterName + "' at " + String.join(", ", members);
        }

        @Override
        public String advice() {
            return "Check that a member runs at this address and can be reached from here, that --cluster-name is that of"
                    + " the farm, and that --durability is what its members have.";
        }
    }

    /**
     * A database.
     *
     * @param url its JDBC URL
     * @param user the user
     * @param password the password, may be empty
     * @param schema the schema of the tables
     * @param createTables whether tables are created or brought up to date
     */
    record Database(String url, String user, String password, String schema, boolean createTables) implements Target {

        /** A password behind its name, or before the host, where no driver reads it, but people write it. */
        private static final Pattern SECRET =
                Pattern.compile("(?i)((?:password|passwd|pwd)=)[^&;]+|(?<=//)([^/?;:@]*:)[^?;]*(?=@)");

        @Override
        public String place() {
            return "database " + withoutSecrets(url) + " as user '" + user + "'";
        }

        /** Drivers quote the whole URL, or what stands before its first slash, which they took for the host. */
        @Override
        public String withoutSecrets(String text) {
            String shown = text;
            Matcher secret = SECRET.matcher(url);
            while (secret.find()) {
                String name = secret.group(1) == null ? secret.group(2) : secret.group(1);
                String word = secret.group();
                shown = shown.replace(word, name + "…");
                shown = shown.replace(word.split("/", 2)[0], name + "…");
            }
            return shown;
        }

        @Override
        public String advice() {
            return "Check the URL, the user, the password (JDBC_PASSWORD) and --schema, and that the server runs. Tables that are"
                    + " not there, or of an older version, are made or brought up to date with --create-tables only. An H2 file"
                    + " is open in one process at a time: stop the application, or connect to its farm.";
        }

        /** {@return the place; never the password} */
        @Override
        public String toString() {
            return place();
        }
    }
}
