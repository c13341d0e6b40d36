// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import static net.bytebuddy.matcher.ElementMatchers.isDeclaredBy;
import static net.bytebuddy.matcher.ElementMatchers.isNative;
import static net.bytebuddy.matcher.ElementMatchers.named;

import com.sun.jna.Function;
import com.sun.jna.FunctionMapper;
import com.sun.jna.JNIEnv;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import org.sqlite.SQLiteConnection;
import org.sqlite.core.DB;

/** Byte Buddy puts code before synchronized native methods, which it renames by a prefix. */
public final class NativePrefixApp {
  private static final String PREFIX = "renamed_";

  private static final TreeSet<String> CALLED = new TreeSet<>();

  /** JNA binds its method, by the name that reflection tells it. */
  public static final class Mapped {
    static synchronized native int abs(int value);
  }

  /** A function of the JDK registers its methods, as it does for {@code System}. */
  public static final class Registered {
    static synchronized native void arraycopy(Object from, int at, Object to, int start, int count);

    static synchronized native long currentTimeMillis();

    synchronized native long nanoTime();

    synchronized native void missing();
  }

  /** What is put before each native method. */
  public static final class Holds {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.This(optional = true) Object self,
        @Advice.Origin Class<?> type,
        @Advice.Origin("#m") String method) {
      note(method, Thread.holdsLock(self == null ? type : self));
    }
  }

  public static synchronized void note(String method, boolean held) {
    CALLED.add(method + (held ? "" : " WITHOUT ITS LOCK"));
  }

  private static synchronized String called() {
    String called = CALLED.toString();
    CALLED.clear();
    return called;
  }

  public static void main(String[] args) throws Exception {
    new AgentBuilder.Default()
        .enableNativeMethodPrefix(PREFIX)
        .with(AgentBuilder.Listener.StreamWriting.toSystemError().withErrorsOnly())
        .type(
            named("scenario.NativePrefixApp$Mapped")
                .or(named("scenario.NativePrefixApp$Registered"))
                .or(named("org.sqlite.core.NativeDB")))
        .transform(
            (builder, type, loader, module, domain) ->
                builder
                    .method(isNative().and(isDeclaredBy(type)))
                    .intercept(Advice.to(Holds.class)))
        .installOn(ByteBuddyAgent.getInstrumentation());
    byName();
    mapped();
    registered();
  }

  /** SQLite's C functions have the names that the JVM looks for. */
  private static void byName() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("create table t (x integer)");
      int inserted = statement.executeUpdate("insert into t values (3), (4)");
      System.out.println("OUT: inserted " + inserted);
      try (ResultSet sum = statement.executeQuery("select sum(x) from t")) {
        sum.next();
        System.out.println("OUT: sum " + sum.getInt(1));
      }
      DB database = ((SQLiteConnection) connection).getDatabase();
      System.out.println("OUT: excluded " + isExcluded(database, database::total_changes));
    }
    System.out.println("OUT: " + called());
  }

  private static void mapped() throws Exception {
    FunctionMapper names =
        (library, method) ->
            method.getName().startsWith(PREFIX)
                ? method.getName().substring(PREFIX.length())
                : method.getName();
    Map<String, ?> options = Map.of(Library.OPTION_FUNCTION_MAPPER, names);
    Native.register(Mapped.class, NativeLibrary.getInstance("c", options));
    System.out.println("OUT: abs " + Mapped.abs(-5));
    System.out.println("OUT: excluded " + isExcluded(Mapped.class, () -> Mapped.abs(-6)));
    System.out.println("OUT: " + methods(Mapped.class) + " " + called());
  }

  private static void registered() throws Exception {
    String folder = System.getProperty("os.name").startsWith("Windows") ? "bin" : "lib";
    Path library = Path.of(System.getProperty("java.home"), folder, System.mapLibraryName("java"));
    Map<String, ?> options = Map.of(Library.OPTION_ALLOW_OBJECTS, true);
    Function register =
        NativeLibrary.getInstance(library.toString(), options)
            .getFunction("Java_java_lang_System_registerNatives");
    register.invoke(void.class, new Object[] {JNIEnv.CURRENT, Registered.class}, options);
    int[] copy = new int[2];
    Registered.arraycopy(new int[] {1, 2, 3}, 1, copy, 0, 2);
    System.out.println("OUT: copy " + Arrays.toString(copy));
    Registered registered = new Registered();
    long before = System.nanoTime();
    System.out.println("OUT: later " + (registered.nanoTime() - before >= 0));
    System.out.println("OUT: excluded " + isExcluded(registered, registered::nanoTime));
    System.out.println(
        "OUT: excluded " + isExcluded(Registered.class, Registered::currentTimeMillis));
    try {
      registered.missing();
    } catch (UnsatisfiedLinkError e) {
      // The error has to give the lock back.
      System.out.println("OUT: missing, held " + Thread.holdsLock(registered));
    }
    System.out.println("OUT: " + methods(Registered.class) + " " + called());
  }

  /** The methods that reflection shows, those that Byte Buddy has added among them. */
  private static String methods(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .map(method -> (Modifier.toString(method.getModifiers()) + " " + method.getName()).strip())
        .sorted()
        .toList()
        .toString();
  }

  /** Whether a native method waits for who holds its lock. */
  private static boolean isExcluded(Object lock, Callable<?> method) throws Exception {
    FutureTask<?> call = new FutureTask<>(method);
    boolean excluded;
    synchronized (lock) {
      Thread caller = Thread.ofVirtual().start(call);
      for (int stuck = 0; stuck < 5 && !call.isDone(); Thread.sleep(2)) {
        Thread.State state = caller.getState();
        boolean waits = state == Thread.State.BLOCKED || state == Thread.State.WAITING;
        stuck = waits ? stuck + 1 : 0;
      }
      excluded = !call.isDone();
    }
    call.get();
    return excluded;
  }
}
