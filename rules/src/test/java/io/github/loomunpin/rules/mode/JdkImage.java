// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/** All class files of a JDK, running or not. */
public final class JdkImage implements ClassSource {

  private final String version;
  private final NavigableMap<String, byte[]> classes = new TreeMap<>();
  private final Set<String> exportedPackages = new HashSet<>();
  private final ClassIndex index = new ClassIndex(this, ClassSource.NONE);

  private JdkImage(String version) {
    this.version = version;
  }

  /** The running JDK and those that the system properties of the tests name, read once. */
  public static List<JdkImage> all() {
    return All.JDKS;
  }

  private static final class All {

    static final List<JdkImage> JDKS = List.copyOf(read());
  }

  private static List<JdkImage> read() {
    List<JdkImage> jdks = new ArrayList<>();
    jdks.add(running());
    for (String property : List.of("jdk21.home", "jdk25.home")) {
      String home = System.getProperty(property, "");
      if (!home.isEmpty() && !Path.of(home).equals(Path.of(System.getProperty("java.home")))) {
        jdks.add(of(Path.of(home)));
      }
    }
    return jdks;
  }

  static JdkImage running() {
    return read(Runtime.version().toString(), FileSystems.getFileSystem(URI.create("jrt:/")));
  }

  static JdkImage of(Path home) {
    Map<String, String> where = Map.of("java.home", home.toString());
    try (FileSystem modules = FileSystems.newFileSystem(URI.create("jrt:/"), where)) {
      return read(home.toString(), modules);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JdkImage read(String version, FileSystem modules) {
    JdkImage image = new JdkImage(version);
    try (Stream<Path> files = Files.walk(modules.getPath("/modules"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        image.add(file.subpath(2, file.getNameCount()).toString(), Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return image;
  }

  private void add(String file, byte[] bytes) {
    if (file.equals("module-info.class")) {
      ModuleDescriptor.read(ByteBuffer.wrap(bytes)).exports().stream()
          .filter(export -> !export.isQualified())
          .forEach(export -> exportedPackages.add(export.source().replace('.', '/')));
    } else {
      classes.put(file.substring(0, file.length() - ".class".length()), bytes);
    }
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    return Optional.ofNullable(classes.get(internalName));
  }

  /** By internal name. */
  NavigableMap<String, byte[]> classes() {
    return classes;
  }

  /** Internal names of the classes that extend one, and of those that extend these. */
  Set<String> subclasses(String internalName) {
    Set<String> found = new HashSet<>(Set.of(internalName));
    boolean areNew = true;
    while (areNew) {
      areNew = false;
      for (Map.Entry<String, byte[]> each : classes.entrySet()) {
        if (found.contains(new ClassReader(each.getValue()).getSuperName())) {
          areNew |= found.add(each.getKey());
        }
      }
    }
    found.remove(internalName);
    return found;
  }

  ClassIndex index() {
    return index;
  }

  /** Whether code of an application can name a class. */
  boolean isVisible(String internalName) {
    byte[] file = classes.get(internalName);
    return exports(internalName)
        && file != null
        && (new ClassReader(file).getAccess() & Opcodes.ACC_PUBLIC) != 0;
  }

  public boolean exports(String internalName) {
    return exportedPackages.contains(internalName.substring(0, internalName.lastIndexOf('/')));
  }

  @Override
  public String toString() {
    return "JDK " + version;
  }
}
