// A health check for images that have no shell: `health ADDRESS` ends with 0 if http://… answers with a success, or if
// tcp://… accepts a connection. `health -wait 5s` waits, for a hook before a container is stopped.
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

const patience = 4 * time.Second

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "health:", err)
		os.Exit(1)
	}
}

func run(words []string) error {
	if len(words) == 2 && words[0] == "-wait" {
		long, err := time.ParseDuration(words[1])
		time.Sleep(long)
		return err
	}
	if len(words) != 1 {
		return fmt.Errorf("usage: health http://HOST:PORT/PATH | tcp://HOST:PORT | -wait DURATION")
	}
	if address, isTCP := strings.CutPrefix(words[0], "tcp://"); isTCP {
		connection, err := net.DialTimeout("tcp", address, patience)
		if err != nil {
			return err
		}
		return connection.Close()
	}
	answer, err := (&http.Client{Timeout: patience}).Get(words[0])
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return fmt.Errorf("the answer is %s", answer.Status)
	}
	return nil
}
