package scenario;

/** Uses a class that locks, and that was put into java.base. */
public class PatchedApp {
  public static void main(String[] args) throws Exception {
    Class.forName("java.util.Planted")
        .getMethod("run", Object.class, Runnable.class)
        .invoke(null, new Object(), (Runnable) () -> System.out.println("OUT: locked"));
  }
}
