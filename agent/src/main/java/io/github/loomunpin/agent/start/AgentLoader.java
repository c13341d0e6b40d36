// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.start;

import io.github.loomunpin.rules.classfile.OwnFiles;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * Loads the agent's classes where the system class loader is the application's own. The JVM locks
 * such a loader while it loads a class, unless it says that it is parallel capable. A thread that
 * holds that lock would wait for threads of the agent, or for a class that one of them links, while
 * these need a class of the agent for which they need the lock. Loads them also where the class
 * path has other classes of the same names.
 */
public final class AgentLoader extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  private static final String START = "io.github.loomunpin.agent.start.AgentStart";

  private static ClassLoader ofAgent;

  private final JarFile jar;
  private final ProtectionDomain domain;

  private AgentLoader(File file) throws IOException {
    super("loom-unpin", ClassLoader.getPlatformClassLoader());
    jar = OwnFiles.open(file);
    CodeSource source = new CodeSource(file.toURI().toURL(), (Certificate[]) null);
    domain = new ProtectionDomain(source, null, this, null);
  }

  /**
   * The class that {@link PreMain} goes on with, always the same one.
   *
   * @throws IOException if the agent's jar cannot be found or read
   */
  public static synchronized Class<?> start() throws ClassNotFoundException, IOException {
    if (ofAgent == null) {
      ClassLoader own = AgentLoader.class.getClassLoader();
      ofAgent = isOfJdk(own) && hasOwnRules() ? own : new AgentLoader(jar());
    }
    return Class.forName(START, true, ofAgent);
  }

  private static boolean isOfJdk(ClassLoader loader) {
    return loader == null || loader.getClass().getModule() == Object.class.getModule();
  }

  /**
   * Whether the agent's jar is the first on the class path with the classes that it shares with the
   * analyzer. The JVM puts it last, and others of these classes name another ASM.
   */
  private static boolean hasOwnRules() {
    try {
      Optional<File> jar = OwnFiles.jarOf(AgentLoader.class);
      return jar.isEmpty() || jar.equals(OwnFiles.jarOf(OwnFiles.class));
    } catch (SecurityException e) {
      return true; // The agent may not start then, and says so.
    }
  }

  private static File jar() throws IOException {
    Optional<File> jar = OwnFiles.jarOf(AgentLoader.class);
    if (jar.isPresent()) {
      return jar.get();
    }
    // Such a loader need not say where classes come from.
    URL url = AgentLoader.class.getResource("AgentLoader.class");
    String text = url == null ? "" : url.toString();
    int end = text.lastIndexOf("!/");
    if (!text.startsWith("jar:file:") || end < 0) {
      throw new IllegalStateException("the system class loader does not show the agent's jar");
    }
    return new File(URI.create(text.substring("jar:".length(), end)));
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    try {
      byte[] bytes = OwnFiles.read(jar, name.replace('.', '/').concat(".class"));
      definePackageOf(name);
      return defineClass(name, bytes, 0, bytes.length, domain);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /** As the JDK's loaders, for the agent's version. */
  private void definePackageOf(String name) throws IOException {
    String packageName = name.substring(0, name.lastIndexOf('.'));
    if (getDefinedPackage(packageName) != null) {
      return;
    }
    Attributes told = jar.getManifest().getMainAttributes();
    String title = told.getValue(Attributes.Name.IMPLEMENTATION_TITLE);
    String version = told.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
    try {
      definePackage(packageName, null, null, null, title, version, null, null);
    } catch (IllegalArgumentException e) {
      // Another thread was faster.
    }
  }
}
