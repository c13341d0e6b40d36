package planted;

/** Locks what it is given; put into a loader of the JDK, in the package of a module or another. */
public class Planted {
  public static void run(Object lock, Runnable body) {
    synchronized (lock) {
      body.run();
    }
  }

  public synchronized void runLocked(Runnable body) {
    body.run();
  }

  public static synchronized void runClassLocked(Runnable body) {
    body.run();
  }

  public static void wake(Object lock) {
    synchronized (lock) {
      lock.notifyAll();
    }
  }
}
