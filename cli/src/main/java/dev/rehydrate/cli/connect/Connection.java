// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.connect;

import dev.rehydrate.cli.terminal.CannotConnectException;
import dev.rehydrate.cli.terminal.FailureText;
import dev.rehydrate.cli.terminal.Terminal;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say where the instances are, and the store that they lead to. */
public final class Connection {

    /** A tool that stays for seconds leaves the sweep to the stores of the farm. */
    private static final Duration NO_SWEEP = Duration.ofDays(1);

    private static final String SCHEMA = "rehydrate";
    private static final String MEMORY = "memory";

    private static final String NOWHERE = "say where the instances are: --farm host:port --cluster-name NAME (or"
            + " REHYDRATE_MEMBERS and REHYDRATE_CLUSTER_NAME), or --jdbc URL (or JDBC_URL)";

    private final Terminal terminal;
    private final StoreOpener opener;
    private final TimeSource time;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(
            names = "--farm",
            paramLabel = "HOST[:PORT]",
            split = ",",
            preprocessor = Filled.class,
            description = "Members of the farm. Environment: REHYDRATE_MEMBERS.")
    private List<String> farm = List.of();

    @Option(
            names = "--cluster-name",
            paramLabel = "NAME",
            preprocessor = Filled.class,
            description = "The name of the cluster. Environment: REHYDRATE_CLUSTER_NAME.")
    private @Nullable String clusterName;

    @Option(
            names = "--durability",
            paramLabel = "MODE",
            description =
                    "memory, protected or write-behind, as the members have it; default memory. Environment: REHYDRATE_DURABILITY.")
    private @Nullable String durability;

    @Option(
            names = "--jdbc",
            paramLabel = "URL",
            preprocessor = Filled.class,
            description = "The database: PostgreSQL, or an H2 file that no process has open. Environment: JDBC_URL.")
    private @Nullable String jdbc;

    @Option(
            names = "--user",
            paramLabel = "USER",
            description = "The user of the database; default rehydrate. Environment: JDBC_USER.")
    private @Nullable String user;

    @Option(
            names = "--password",
            arity = "0..1",
            fallbackValue = OnlyAttached.YES,
            hideParamSyntax = true,
            preprocessor = OnlyAttached.class,
            description = "Ask for the password on this terminal. Elsewhere set JDBC_PASSWORD.")
    private @Nullable String password;

    @Option(names = "--schema", paramLabel = "NAME", description = "The schema of the tables; default " + SCHEMA + ".")
    private @Nullable String schema;

    @Option(
            names = "--create-tables",
            description = "Create the tables of the database, or bring them up to date. Without it a database without"
                    + " tables of this version is refused.")
    private boolean createTables;

    /**
     * Makes options that are not read yet.
     *
     * @param terminal asks for a password, and has the environment
     * @param opener opens the store
     * @param time the time of the store
     */
    public Connection(Terminal terminal, StoreOpener opener, TimeSource time) {
        this.terminal = terminal;
        this.opener = opener;
        this.time = time;
    }

    /** {@return the terminal} */
    public Terminal terminal() {
        return terminal;
    }

    /** {@return the time of the store} */
    public TimeSource time() {
        return time;
    }

    /**
     * Opens the store.
     *
     * @return the store, to be closed after use
     * @throws ParameterException if the options do not say where it is
     * @throws CannotConnectException if it does not answer
     */
    public InstanceStore open() {
        Target target = target();
        try {
            return opener.open(target, options());
        } catch (IllegalArgumentException refused) {
            throw usage(FailureText.lines(target.withoutSecrets(String.valueOf(refused.getMessage()))));
        } catch (RuntimeException failure) {
            throw new CannotConnectException(
                    "cannot connect to the " + target.place() + ": "
                            + FailureText.lines(target.withoutSecrets(String.valueOf(failure.getMessage()))) + "\n"
                            + target.advice(),
                    failure);
        }
    }

    /** Reads JSON of whatever schema version, and writes simple types only: hosts must be able to read what it writes. */
    private StoreOptions options() {
        JacksonCodec json =
                JacksonCodec.builder().schemaVersion(Integer.MAX_VALUE).build();
        StoreOptions defaults = StoreOptions.defaults();
        return defaults.withTime(time)
                .withPeriods(defaults.detectionPeriod(), NO_SWEEP)
                .withValues(ValueEncoding.builder().alsoRead(json).build());
    }

    private Target target() {
        if (!farm.isEmpty() && jdbc != null) {
            throw usage("give either --farm or --jdbc");
        }
        if (!farm.isEmpty()) {
            return farmTarget(farm);
        }
        if (jdbc != null) {
            return database(jdbc);
        }
        Optional<String> members = terminal.variable("REHYDRATE_MEMBERS");
        Optional<String> url = terminal.variable("JDBC_URL");
        if (members.isPresent() && url.isPresent()) {
            throw usage("the environment has both REHYDRATE_MEMBERS and JDBC_URL: say which by --farm or --jdbc");
        }
        return members.map(addresses -> farmTarget(List.of(addresses.split(","))))
                .or(() -> url.map(this::database))
                .orElseThrow(() -> usage(NOWHERE));
    }

    private Target farmTarget(List<String> members) {
        if (user != null || schema != null || password != null || createTables) {
            throw usage("--user, --password, --schema and --create-tables are of a database, and this is a farm");
        }
        String name = given(clusterName, "REHYDRATE_CLUSTER_NAME")
                .orElseThrow(() -> usage("a farm has a name: give --cluster-name, or set REHYDRATE_CLUSTER_NAME"));
        return new Target.Farm(members.stream().map(String::strip).toList(), name, durability());
    }

    private Durability durability() {
        String said = given(durability, "REHYDRATE_DURABILITY").orElse(MEMORY);
        return switch (said) {
            case MEMORY -> Durability.MEMORY;
            case "protected" -> Durability.PROTECTED;
            case "write-behind" -> Durability.WRITE_BEHIND;
            default -> throw usage("--durability is memory, protected or write-behind, not '" + said + "'");
        };
    }

    private Target database(String url) {
        if (clusterName != null || durability != null) {
            throw usage("--cluster-name and --durability are of a farm, and this is a database");
        }
        return new Target.Database(
                url,
                given(user, "JDBC_USER").orElse("rehydrate"),
                secret(),
                schema == null ? SCHEMA : schema,
                createTables);
    }

    private String secret() {
        if (password == null) {
            return terminal.variable("JDBC_PASSWORD").orElse("");
        }
        if (!password.equals(OnlyAttached.YES)) {
            throw usage(
                    "--password takes no value, because others can see the arguments of a process: leave it out, and set"
                            + " JDBC_PASSWORD");
        }
        if (!terminal.isInteractive()) {
            throw usage("this is not a terminal on which you can be asked for a password: leave out --password, and set"
                    + " JDBC_PASSWORD");
        }
        return terminal.password("Password: ");
    }

    private Optional<String> given(@Nullable String option, String variable) {
        return Optional.ofNullable(option).or(() -> terminal.variable(variable));
    }

    private ParameterException usage(String message) {
        if (command == null) {
            throw new IllegalStateException("the options belong to no command");
        }
        return new ParameterException(command.commandLine(), message);
    }
}
