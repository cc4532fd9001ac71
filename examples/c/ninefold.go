// Solves puzzles from Go: CGO_CFLAGS=-I... CGO_LDFLAGS=-L... go run ninefold.go
package main

// #cgo LDFLAGS: -lninefold
// #include <ninefold.h>
import "C"

import (
	"encoding/json"
	"fmt"
	"unsafe"
)

// Call asks the engine: a request as JSON, the answer as JSON.
func Call(request []byte) ([]byte, error) {
	var answer *C.char
	code := C.ninefold_call((*C.char)(unsafe.Pointer(&request[0])), C.size_t(len(request)), &answer)
	defer C.ninefold_free(answer)
	if code != C.NINEFOLD_OK {
		return nil, fmt.Errorf("ninefold: code %d", code)
	}
	return []byte(C.GoString(answer)), nil
}

// Solve solves boards of 81 bytes each.
func Solve(boards []byte) (solutions, counts []byte, err error) {
	n := len(boards) / 81
	if n == 0 {
		return nil, nil, nil
	}
	solutions, counts = make([]byte, n*81), make([]byte, n)
	bytes := func(slice []byte) *C.uint8_t { return (*C.uint8_t)(unsafe.Pointer(&slice[0])) }
	if code := C.ninefold_solve9(bytes(boards), C.size_t(n), bytes(solutions), bytes(counts)); code != C.NINEFOLD_OK {
		return nil, nil, fmt.Errorf("ninefold: code %d", code)
	}
	return solutions, counts, nil
}

func main() {
	puzzle := "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	solutions, counts, err := Solve([]byte(puzzle + puzzle))
	if err != nil {
		panic(err)
	}
	fmt.Println(string(solutions[:81]), counts)
	request, _ := json.Marshal(map[string]any{"method": "rate", "board": puzzle})
	answer, err := Call(request)
	if err != nil {
		panic(err)
	}
	var rated struct{ Ok struct{ Level string } }
	if err := json.Unmarshal(answer, &rated); err != nil {
		panic(err)
	}
	fmt.Println(rated.Ok.Level)
}
