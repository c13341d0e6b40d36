// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import org.mockito.MockedStatic;

public final class MockitoApp {
  static final class Final {
    synchronized String name() {
      return "real";
    }

    static synchronized String fixed() {
      return "real static";
    }
  }

  public static void main(String[] args) throws Exception {
    Cell before = new Cell();
    System.out.println("OUT: " + before.exercise());
    Cell mocked = mock(Cell.class);
    when(mocked.count()).thenReturn(42);
    System.out.println("OUT: stubbed " + mocked.count());
    Final finalMock = mock(Final.class);
    when(finalMock.name()).thenReturn("stubbed");
    System.out.println("OUT: final " + finalMock.name() + " " + new Final().name());
    Cell spied = spy(new Cell());
    System.out.println("OUT: spy " + spied.exercise());
    verify(spied).exercise();
    try (MockedStatic<Final> statics = mockStatic(Final.class)) {
      statics.when(Final::fixed).thenReturn("stubbed static");
      System.out.println("OUT: " + Final.fixed());
    }
    System.out.println("OUT: " + Final.fixed());
    System.out.println("OUT: " + before.exercise() + ", " + new Cell().exercise());
  }
}
