package scenario;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.jar.JarFile;

/** Loads itself once more, and agents, without saying where their classes come from. */
public class SystemLoader extends ClassLoader {
  private JarFile agent;
  private int lent;

  public SystemLoader(ClassLoader parent) {
    super("system", parent);
  }

  /** Called by the JVM for each agent. */
  void appendToClassPathForInstrumentation(String path) throws IOException {
    agent = new JarFile(path);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith("scenario.")) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name, getParent().getResourceAsStream(path(name))) : loaded;
    }
    return super.loadClass(name, resolve);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    try {
      if (agent != null && agent.getEntry(path(name)) != null) {
        // The JVM holds this loader's lock now. Threads of the agent that need it could be in the way.
        if (++lent > 3) {
          throw new IllegalStateException("the agent makes itself depend on this loader: " + name);
        }
        return define(name, agent.getInputStream(agent.getEntry(path(name))));
      }
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
    throw new ClassNotFoundException(name);
  }

  private static String path(String name) {
    return name.replace('.', '/') + ".class";
  }

  private Class<?> define(String name, InputStream from) throws ClassNotFoundException {
    try (InputStream in = from) {
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  @Override
  protected URL findResource(String name) {
    try {
      return agent == null || agent.getEntry(name) == null
          ? null
          : new URL("jar:file:" + agent.getName() + "!/" + name);
    } catch (MalformedURLException e) {
      return null;
    }
  }

  private static synchronized boolean isLocked() {
    return Thread.holdsLock(SystemLoader.class);
  }

  public static void main(String[] args) {
    String loader = SystemLoader.class.getClassLoader().getName();
    System.out.println("OUT: in the loader " + loader + ", locked " + isLocked());
  }
}
