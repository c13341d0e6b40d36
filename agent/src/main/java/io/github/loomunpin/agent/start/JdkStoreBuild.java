// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import io.github.loomunpin.agent.cache.JdkStoreMaker;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * The part of the build that finds out what happens to classes of a JDK, so that starts on that JDK
 * need not. It has to be an agent: of a class that is loaded, the JVM offers not the class file but
 * one that it makes of what it kept, and these are the ones that are rewritten at start.
 */
public final class JdkStoreBuild {

  private JdkStoreBuild() {}

  /**
   * Writes the store for the JDK that this runs on.
   *
   * @param file the path to write to
   */
  public static void premain(String file, Instrumentation instrumentation)
      throws IOException, UnmodifiableClassException {
    SharingClasses.load(false);
    Files.write(Path.of(file), JdkStoreMaker.make(instrumentation));
  }

  /**
   * Puts a store into the agent's jar, and leaves nothing in it compressed: inflating the classes
   * that every start needs takes longer than reading them.
   *
   * @param arguments paths of the jar and of the store
   */
  public static void main(String[] arguments) throws IOException {
    Path jar = Path.of(arguments[0]);
    byte[] store = Files.readAllBytes(Path.of(arguments[1]));
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
      put(out, JdkStoreMaker.FILE, time, store);
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
