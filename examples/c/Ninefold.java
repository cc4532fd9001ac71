// Solves puzzles from Java by JNA: java -cp jna.jar -Djna.library.path=FOLDER Ninefold.java
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

public class Ninefold {
  public interface C extends Library {
    C INSTANCE = Native.load("ninefold", C.class);

    // size_t is a long on every 64-bit system.
    int ninefold_call(byte[] request, long length, PointerByReference answer);
    void ninefold_free(Pointer answer);
    int ninefold_solve9(byte[] boards, long count, byte[] solutions, byte[] counts);
  }

  /** Asks the engine: a request as JSON, the answer as JSON. */
  static String call(String request) {
    byte[] bytes = request.getBytes(StandardCharsets.UTF_8);
    PointerByReference answer = new PointerByReference();
    int code = C.INSTANCE.ninefold_call(bytes, bytes.length, answer);
    if (code != 0) throw new IllegalStateException("ninefold: code " + code);
    try {
      return answer.getValue().getString(0, "UTF-8");
    } finally {
      C.INSTANCE.ninefold_free(answer.getValue());
    }
  }

  public static void main(String[] args) {
    String puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    byte[] solutions = new byte[2 * 81], counts = new byte[2];
    int code = C.INSTANCE.ninefold_solve9((puzzle + puzzle).getBytes(StandardCharsets.US_ASCII), 2, solutions, counts);
    if (code != 0) throw new IllegalStateException("ninefold: code " + code);
    System.out.println(new String(solutions, 0, 81, StandardCharsets.US_ASCII) + " " + Arrays.toString(counts));
    // Any library for JSON reads the rest.
    System.out.println(call("{\"method\":\"rate\",\"board\":\"" + puzzle + "\"}").contains("\"level\":\"medium\"") ? "medium" : "?");
  }
}
