// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The Chromium of the machine, without a window and with a profile that is new. Nothing is downloaded by it. */
final class Chromium implements AutoCloseable {

    private static final Path BINARY = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final int INSTALL_MINUTES = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ChromeDriver driver;

    private Chromium(ChromeDriver driver) {
        this.driver = driver;
    }

    static Chromium open() throws IOException {
        install();
        Path profile = Files.createTempDirectory(
                Files.createDirectories(Path.of("target").toAbsolutePath()), "chromium-");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BINARY.toFile());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--window-size=1200,1000",
                "--user-data-dir=" + profile);
        options.setCapability("goog:loggingPrefs", Map.of("browser", "ALL"));
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .usingAnyFreePort()
                .build();
        return new Chromium(new ChromeDriver(service, options));
    }

    private static void install() throws IOException {
        if (Files.isExecutable(BINARY) && Files.isExecutable(DRIVER)) {
            return;
        }
        Process script = new ProcessBuilder("/bin/sh", "../config/install-browser.sh")
                .redirectErrorStream(true)
                .start();
        String said = "nothing";
        try (BufferedReader lines = script.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said = line;
            }
            boolean ended = script.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES);
            script.destroyForcibly();
            assertThat(ended && Files.isExecutable(BINARY) && Files.isExecutable(DRIVER))
                    .as(said)
                    .isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a browser is installed", interrupted);
        }
    }

    void go(Object address) {
        driver.get(String.valueOf(address));
    }

    String address() {
        return driver.getCurrentUrl();
    }

    /** Pages that are opened from now on run scripts, or none. */
    void scripts(boolean run) {
        driver.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", !run));
    }

    void resize(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
    }

    void dark(boolean yes) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", yes ? "dark" : "light"))));
    }

    WebElement find(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    WebElement focused() {
        return driver.switchTo().activeElement();
    }

    Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    void await(String what, Supplier<Boolean> holds) {
        new WebDriverWait(driver, PATIENCE)
                .withMessage(what)
                .ignoring(org.openqa.selenium.StaleElementReferenceException.class)
                .until(any -> holds.get());
    }

    /** Whatever the page has reported, such as what the policy has forbidden. */
    List<String> reported() {
        return driver.manage().logs().get("browser").getAll().stream()
                .map(entry -> entry.getLevel() + " " + entry.getMessage())
                .toList();
    }

    /** What axe-core finds on the page that is shown: what is serious or critical. */
    List<String> seriousFindings() {
        driver.executeScript(axe());
        Object found = driver.executeAsyncScript(
                "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then(r => done(r.violations"
                        + ".filter(v => ['serious', 'critical'].includes(v.impact))"
                        + ".map(v => v.id + ': ' + v.nodes.map(n => n.html).slice(0, 3).join(' | '))))");
        return ((List<?>) found).stream().map(String::valueOf).toList();
    }

    private static String axe() {
        try (InputStream script =
                Chromium.class.getResourceAsStream("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    void screenshot(Path file) throws IOException {
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
