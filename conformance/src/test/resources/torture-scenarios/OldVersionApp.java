// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.instrument.ClassDefinition;
import java.util.concurrent.Callable;

/** Loads, retransforms and redefines a class of old versions, which have no constants of now. */
public final class OldVersionApp {

  /** Uses nothing that is not in the oldest version; without branches it needs no frames either. */
  public static final class ChangedOld implements Callable<Boolean> {
    @Override
    public Boolean call() {
      probed();
      return Boolean.valueOf(held());
    }

    synchronized boolean held() {
      notifyAll();
      return Thread.holdsLock(this);
    }

    synchronized void probed() {}

    void changed() {}
  }

  public static void main(String[] args) throws Exception {
    for (int version : new int[] {48, 49, 50, 51, 52, 65}) {
      byte[] file = OneClassLoader.fileOf(ChangedOld.class);
      file[7] = (byte) version;
      Class<?> type =
          new OneClassLoader(ChangedOld.class.getName(), file)
              .loadClass(ChangedOld.class.getName());
      Callable<?> made = (Callable<?>) type.getConstructor().newInstance();
      System.out.println("OUT: " + version + ": " + made.call() + Noted.taken());
      ChangingAgent.instrumentation.retransformClasses(type);
      System.out.println("OUT: retransformed " + made.call() + Noted.taken());
      ChangingAgent.instrumentation.redefineClasses(new ClassDefinition(type, file));
      System.out.println("OUT: redefined " + made.call() + Noted.taken());
      System.out.println("OUT: " + Noted.flags(type));
    }
  }
}
