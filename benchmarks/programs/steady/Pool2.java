// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;

/** Borrowing from and returning to one pool with an object for each thread. */
final class Pool2 {

  private Pool2() {}

  public static void main(String[] args) throws Exception {
    GenericObjectPool<StringBuilder> pool =
        new GenericObjectPool<>(
            new BasePooledObjectFactory<>() {
              @Override
              public StringBuilder create() {
                return new StringBuilder();
              }

              @Override
              public PooledObject<StringBuilder> wrap(StringBuilder text) {
                return new DefaultPooledObject<>(text);
              }
            });
    pool.setMaxTotal(Integer.parseInt(args[0]));
    Steady.measure(args, number -> () -> pool.returnObject(pool.borrowObject()));
  }
}
