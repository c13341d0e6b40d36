// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.awt.Color;
import java.awt.Container;
import java.awt.EventQueue;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.spi.NamingManager;
import javax.naming.spi.ObjectFactory;

/** Services of the JDK that call the application back, on threads and with locks of their own. */
final class JdkServicePrograms {
  private JdkServicePrograms() {}

  /** An object that other JVMs could call. */
  public interface Counter extends Remote {
    void bump() throws RemoteException;

    /** Waits until somebody else has told. */
    int await() throws RemoteException, InterruptedException;

    void tell() throws RemoteException;
  }

  private static final class CounterImpl implements Counter {
    final RacyCounter tally = new RacyCounter();
    private boolean told;

    @Override
    public synchronized void bump() {
      tally.bump();
    }

    @Override
    public synchronized int await() throws InterruptedException {
      while (!told) {
        wait();
      }
      return tally.value();
    }

    @Override
    public synchronized void tell() {
      told = true;
      notifyAll();
    }
  }

  @Torture(shows = "calls by RMI and direct ones exclude, await and wake each other")
  static String rmi(Env env) throws Exception {
    CounterImpl counter = new CounterImpl();
    Remote exported = UnicastRemoteObject.exportObject(counter, 0);
    Registry registry = LocateRegistry.createRegistry(0);
    try {
      registry.bind("counter", exported);
      Counter remote = (Counter) registry.lookup("counter");
      Check.that(remote != counter, "calls go through RMI");
      int times = env.n(300);
      env.hammer(
          4,
          times,
          () -> {
            remote.bump();
            synchronized (counter) {
              counter.tally.bump();
            }
          });
      Crew crew = env.crew();
      int[] seen = new int[2];
      crew.start(() -> seen[0] = remote.await());
      crew.start(() -> seen[1] = counter.await());
      crew.start(remote::tell);
      crew.join();
      Check.same(8 * times, seen[0], "count");
      Check.same(8 * times, seen[1], "count");
      return "count exact";
    } finally {
      UnicastRemoteObject.unexportObject(counter, true);
      UnicastRemoteObject.unexportObject(registry, true);
    }
  }

  /** What JNDI makes of a reference. */
  public static final class Factory implements ObjectFactory {
    private static final RacyCounter MADE = new RacyCounter();

    @Override
    public synchronized Object getObjectInstance(
        Object reference, Name name, Context context, Hashtable<?, ?> environment) {
      synchronized (Factory.class) {
        MADE.bump();
      }
      return new Object[] {reference};
    }
  }

  /** A directory with one lock. */
  private static final class Directory extends InitialContext {
    private final RacyCounter lookups = new RacyCounter();

    Directory() throws NamingException {
      super(true);
    }

    @Override
    public synchronized Object lookup(String name) throws NamingException {
      lookups.bump();
      try {
        Reference reference = new Reference("made", Factory.class.getName(), null);
        return NamingManager.getObjectInstance(reference, null, this, new Hashtable<>());
      } catch (Exception e) {
        throw new NamingException(e.toString());
      }
    }
  }

  @Torture(shows = "JNDI calls a context and a factory of objects, whose monitors exclude")
  static String jndi(Env env) throws Exception {
    Directory directory = new Directory();
    int made = Factory.MADE.value();
    int times = env.n(500);
    env.hammer(
        4,
        times,
        () -> {
          Check.that(directory.lookup("x") instanceof Object[], "the factory was called");
          synchronized (Factory.class) {
            Factory.MADE.bump();
          }
        });
    Check.same(4 * times, directory.lookups.value(), "lookups");
    Check.same(8 * times, Factory.MADE.value() - made, "objects made");
    return "count exact";
  }

  @Torture(
      shows =
          "AWT without a display: its tree lock excludes, its event thread enters locks of the"
              + " application, and images are drawn in them")
  static String awtHeadless(Env env) {
    Container container = new Container();
    Object treeLock = container.getTreeLock();
    String outcome =
        Contest.ofNative(env)
            .excludes(
                action -> {
                  synchronized (treeLock) {
                    action.run();
                  }
                },
                action -> {
                  container.add(new Container());
                  action.run();
                });
    Object lock = new Object();
    RacyCounter tally = new RacyCounter();
    BufferedImage image = new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB);
    int times = env.n(300);
    Runnable draw =
        () -> {
          synchronized (lock) {
            Graphics2D graphics = image.createGraphics();
            graphics.setColor(new Color(image.getRGB(1, 1) + 1));
            graphics.fillRect(0, 0, 64, 64);
            graphics.dispose();
            tally.bump();
          }
        };
    env.hammer(
        3,
        times,
        () -> {
          EventQueue.invokeAndWait(draw);
          draw.run();
        });
    Check.same(6 * times, tally.value(), "count");
    Check.same(6 * times, image.getRGB(9, 9) & 0xFFFFFF, "images drawn");
    return outcome + ", count exact";
  }
}
