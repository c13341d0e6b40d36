// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import io.github.loomunpin.agent.cache.JdkStoreMaker;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * The part of the build that finds out what happens to classes of some JDKs, so that starts on
 * those need not. It has to be an agent: of a class that is loaded, the JVM offers not the class
 * file but one that it makes of what it kept, and these are the ones that are rewritten at start.
 */
public final class JdkStoreBuild {

  private JdkStoreBuild() {}

  /**
   * Writes the store for the JDK that this runs on, or adds that to the store of other JDKs.
   *
   * @param file the path to write to
   */
  public static void premain(String file, Instrumentation instrumentation)
      throws IOException, UnmodifiableClassException {
    SharingClasses.load(false);
    Path store = Path.of(file);
    Optional<byte[]> earlier =
        Files.exists(store) ? Optional.of(Files.readAllBytes(store)) : Optional.empty();
    Files.write(store, JdkStoreMaker.make(instrumentation, earlier));
  }

  /**
   * Makes a store and puts it into the agent's jar.
   *
   * @param arguments paths of the jar, of a jar that names this class as an agent and has nothing
   *     else, and of the homes of the JDKs, joined as a class path is
   * @throws IllegalStateException if one of the JDKs does not make its part
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path jar = Path.of(arguments[0]);
    Path maker = Path.of(arguments[1]);
    Path store = maker.resolveSibling("jdk.store");
    Files.deleteIfExists(store);
    for (String home : arguments[2].split(File.pathSeparator)) {
      addTo(store, Path.of(home), maker, jar);
    }
    put(store, jar);
  }

  private static void addTo(Path store, Path home, Path maker, Path jar)
      throws IOException, InterruptedException {
    String java = home.resolve("bin").resolve("java").toString();
    Process process =
        new ProcessBuilder(
                java, "-javaagent:" + maker + "=" + store, "-cp", jar.toString(), "--version")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (process.waitFor() != 0) {
      throw new IllegalStateException(java + " ended with exit code " + process.exitValue());
    }
  }

  /**
   * Leaves nothing in the jar compressed: inflating the classes that every start needs takes longer
   * than reading them.
   */
  private static void put(Path store, Path jar) throws IOException {
    Path changed = jar.resolveSibling(jar.getFileName() + ".new");
    try (JarFile before = new JarFile(jar.toFile());
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(changed))) {
      long time = 0;
      for (Enumeration<JarEntry> entries = before.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        time = entry.getTime();
        if (!entry.getName().equals(JdkStoreMaker.FILE)) {
          put(out, entry.getName(), time, before.getInputStream(entry).readAllBytes());
        }
      }
      put(out, JdkStoreMaker.FILE, time, Files.readAllBytes(store));
    }
    Files.move(changed, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  /** All entries have the time of the build's sources, so that equal builds make equal jars. */
  private static void put(JarOutputStream out, String name, long time, byte[] bytes)
      throws IOException {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    JarEntry entry = new JarEntry(name);
    entry.setTime(time);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    entry.setCrc(sum.getValue());
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }
}
