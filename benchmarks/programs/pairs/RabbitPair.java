// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import com.rabbitmq.client.Channel;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory.CacheMode;
import org.springframework.amqp.rabbit.connection.Connection;

/**
 * Many callers of a cache of two connections; spring-rabbit up to 3.1.0 lets them wait with
 * Object.wait.
 */
public final class RabbitPair {

  private RabbitPair() {}

  public static void main(String[] args) throws Exception {
    CachingConnectionFactory factory =
        new CachingConnectionFactory("127.0.0.1", Integer.parseInt(args[0]));
    factory.setCacheMode(CacheMode.CONNECTION);
    factory.setConnectionCacheSize(2);
    factory.setConnectionLimit(2);
    factory.setChannelCheckoutTimeout(60_000);
    factory.createConnection().close();
    Crowd.run(
        20,
        () -> {
          try (Connection connection = factory.createConnection();
              Channel channel = connection.createChannel(false)) {
            Thread.sleep(30);
            return channel.isOpen();
          }
        });
  }
}
