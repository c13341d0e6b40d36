// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.support.ConnectionPoolSupport;
import org.apache.commons.pool2.impl.SoftReferenceObjectPool;

/**
 * Borrowers of a pool that is empty at first: up to lettuce 6.5.2 the connections are made under
 * the monitor of the pool. The pool is one of commons-pool2, which synchronizes by itself, too.
 */
public final class LettucePair {

  private LettucePair() {}

  public static void main(String[] args) throws Exception {
    RedisClient client = RedisClient.create("redis://127.0.0.1:" + args[0]);
    SoftReferenceObjectPool<StatefulRedisConnection<String, String>> pool =
        ConnectionPoolSupport.createSoftReferenceObjectPool(client::connect, false);
    pop(pool);
    Crowd.run(20, () -> pop(pool));
  }

  private static Object pop(SoftReferenceObjectPool<StatefulRedisConnection<String, String>> pool)
      throws Exception {
    StatefulRedisConnection<String, String> connection = pool.borrowObject();
    try {
      return connection.sync().blpop(0.2, "empty");
    } finally {
      pool.returnObject(connection);
    }
  }
}
