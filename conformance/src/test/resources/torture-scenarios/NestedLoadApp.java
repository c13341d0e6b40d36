package scenario;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/**
 * An agent and a program. When a certain class is loaded, be it the program's or one of loom-unpin
 * while that starts, the agent uses a class for the first time, which the JVM then offers to no
 * agent, and whose loader shows no class file.
 */
public class NestedLoadApp implements ClassFileTransformer {
  private static Object used;

  public static void premain(String arguments, Instrumentation instrumentation) {
    instrumentation.addTransformer(new NestedLoadApp());
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> of, ProtectionDomain domain, byte[] classFile) {
    if (used == null
        && (name.equals(System.getProperty("trigger")) || name.equals("scenario/NestedLoadApp$Last"))) {
      try {
        String wanted = NestedLoadApp.class.getName() + "$" + System.getProperty("used");
        used = new Closed().define(wanted).getDeclaredConstructor().newInstance();
      } catch (ReflectiveOperationException | IOException e) {
        throw new IllegalStateException(e);
      }
    }
    return null;
  }

  public static void main(String[] args) {
    System.out.println("OUT: " + new Last() + " after " + used);
  }

  static final class Last {
    @Override
    public String toString() {
      return "last";
    }
  }

  public static final class Silent {
    @Override
    public String toString() {
      return "silent";
    }
  }

  public static final class Locking {
    @Override
    public synchronized String toString() {
      return "locking";
    }
  }

  private static final class Closed extends ClassLoader {
    Closed() {
      super(null);
    }

    Class<?> define(String name) throws IOException {
      String path = name.replace('.', '/') + ".class";
      try (InputStream in = NestedLoadApp.class.getClassLoader().getResourceAsStream(path)) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      }
    }
  }
}
