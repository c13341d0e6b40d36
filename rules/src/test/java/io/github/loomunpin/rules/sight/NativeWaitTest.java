// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeWaitTest {

  @ParameterizedTest
  @CsvSource({
    "java/lang/Object.wait0, true, true",
    "java/lang/Thread.sleep0, true, true",
    "jdk/internal/misc/Unsafe.park, true, true",
    "sun/nio/ch/EPoll.wait, true, true",
    "sun/nio/ch/SocketDispatcher.read0, true, true",
    "java/io/FileInputStream.readBytes, true, true",
    "java/lang/ProcessHandleImpl.waitForProcessExit0, true, true",
    "java/net/Inet6AddressImpl.lookupAllHostAddr, true, true",
    "java/util/zip/Deflater.deflateBytesBytes, true, false",
    "java/util/zip/CRC32.updateBytes0, true, false",
    "jdk/internal/misc/VM.getNanoTimeAdjustment, true, false",
    "java/lang/Object.hashCode, true, false",
    "java/lang/Thread.yield0, true, false",
    "org/sqlite/core/NativeDB.step, false, true",
  })
  void a_thread_may_wait_in_some_native_methods_of_the_jdk_and_in_all_others(
      String method, boolean isOfJdk, boolean may) {
    int dot = method.lastIndexOf('.');
    String type = method.substring(0, dot);
    Seen top = new Seen(type, method.substring(dot + 1), "", -1, -1, true, isOfJdk);

    assertThat(NativeWait.mayBeIn(top)).isEqualTo(may);
  }
}
