// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.convert;

import io.github.loomunpin.rules.classfile.OwnFiles;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * The jar of the agent, whose own code converts: it uses what it has converted only if it is the
 * same build. It is loaded by a class loader of its own, as both have classes of the same names.
 */
public record AgentJar(Path file) {

  /** How the build names it. */
  static final String NAME = "loom-unpin.jar";

  private static final String CONVERSION = "io.github.loomunpin.agent.convert.Conversion";

  /**
   * The jar that is given, or the one beside the analyzer's or where the build puts it.
   *
   * @throws ConvertException if there is none
   */
  public static AgentJar find(Optional<Path> given) throws ConvertException {
    List<Path> places = new ArrayList<>();
    if (given.isPresent()) {
      places.add(given.get());
    } else {
      Optional<File> own = OwnFiles.jarOf(AgentJar.class);
      if (own.isPresent()) {
        Path beside = own.get().toPath().toAbsolutePath().resolveSibling(NAME);
        places.add(beside);
        places.add(beside.resolve("../../../agent/target").resolve(NAME).normalize());
      }
    }
    for (Path place : places) {
      if (Files.isRegularFile(place)) {
        return new AgentJar(place);
      }
    }
    throw new ConvertException(
        given.isPresent()
            ? given.get() + " is not there"
            : "there is no " + NAME + " beside the analyzer; name it with --agent");
  }

  /**
   * Converts jars for the JDK that this runs on, and puts the agent beside them.
   *
   * @param strip whether signed jars lose their signatures and are converted
   * @param begins is told each jar before it is converted, in this thread
   * @return what became of each jar, and of what cannot be read
   * @throws ConvertException if this is no agent that converts, or would be replaced
   * @throws NotWrittenException if a file cannot be written
   */
  @SuppressWarnings("unchecked")
  public List<ConvertedJar> convert(ConversionPlan plan, boolean strip, Consumer<Path> begins)
      throws ConvertException, NotWrittenException {
    if (!isAgent()) {
      throw new ConvertException(file + " is no agent of this version");
    }
    plan.checkKeeps(this);
    boolean isPut = isPutAlready(plan);
    List<Map<String, Object>> told;
    try (URLClassLoader loader =
        new URLClassLoader(
            "loom-unpin", new URL[] {file.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      Method convert =
          Class.forName(CONVERSION, true, loader)
              .getMethod("convert", Map.class, List.class, boolean.class, Consumer.class);
      told =
          (List<Map<String, Object>>) convert.invoke(null, plan.jars(), plan.more(), strip, begins);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof FileSystemException failure
          && failure.getCause() instanceof IOException why) {
        throw new NotWrittenException(Path.of(failure.getFile()), why);
      }
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new ConvertException(file + " is no agent of this version");
    } catch (IOException e) {
      throw unreadable(e);
    }
    if (!isPut) {
      put(plan.agent());
    }
    return told.stream().map(each -> ConvertedJar.of(each, plan.jars())).toList();
  }

  /** Beside its place at first, so that there is never a part of it. */
  private void put(Path place) throws NotWrittenException {
    Path beside = place.resolveSibling("loom-unpin-" + ProcessHandle.current().pid() + ".new");
    try {
      Files.createDirectories(place.toAbsolutePath().getParent());
      try {
        Files.copy(file, beside, StandardCopyOption.REPLACE_EXISTING);
        Files.move(beside, place, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(beside);
      }
    } catch (IOException e) {
      throw new NotWrittenException(place, e);
    }
  }

  /** The jar that its classes are built into at first lacks what they need. */
  private boolean isAgent() {
    try (JarFile jar = new JarFile(file.toFile())) {
      Manifest manifest = jar.getManifest();
      return manifest != null && manifest.getMainAttributes().getValue("Premain-Class") != null;
    } catch (IOException e) {
      return false;
    }
  }

  /** Another build's may be what jars need that were converted before. */
  private boolean isPutAlready(ConversionPlan plan) throws ConvertException {
    if (!ConversionPlan.isThere(plan.agent())) {
      return false;
    }
    if (Files.isRegularFile(plan.agent()) && isSameAs(plan.agent())) {
      return true;
    }
    plan.checkReplaces(plan.agent());
    return false;
  }

  private boolean isSameAs(Path other) throws ConvertException {
    try {
      return Files.mismatch(file, other) < 0;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private ConvertException unreadable(IOException e) {
    return new ConvertException(file + " cannot be read: " + e.getMessage());
  }
}
