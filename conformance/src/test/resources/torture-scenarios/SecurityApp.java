// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.PrivilegedExceptionAction;
import java.security.ProtectionDomain;
import java.util.concurrent.CountDownLatch;

/** Uses monitors without any permission, under a security manager. */
@SuppressWarnings("removal")
public final class SecurityApp {
  public static void main(String[] args) throws Exception {
    AccessControlContext nothing =
        new AccessControlContext(new ProtectionDomain[] {new ProtectionDomain(null, null)});
    System.setSecurityManager(new SecurityManager());
    PrivilegedExceptionAction<String> forbidden = () -> System.getProperty("user.home");
    try {
      AccessController.doPrivileged(forbidden, nothing);
    } catch (SecurityException e) {
      System.out.println("OUT: without permissions");
    }
    PrivilegedExceptionAction<String> exercise = () -> new Cell().exercise();
    System.out.println("OUT: " + AccessController.doPrivileged(exercise, nothing));
    PrivilegedExceptionAction<String> enter = () -> enterAfterLong(new Object());
    System.out.println("OUT: " + AccessController.doPrivileged(enter, nothing));
  }

  /** A platform thread that waits for another for long has that one named for thread dumps. */
  private static String enterAfterLong(Object lock) throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    Thread holder =
        new Thread(
            () -> {
              synchronized (lock) {
                held.countDown();
                try {
                  Thread.sleep(300);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              }
            });
    holder.start();
    held.await();
    synchronized (lock) {
      return "entered";
    }
  }
}
