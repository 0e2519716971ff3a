// The embedded MongoDB-protocol server: FerretDB 1.24 over SQLite, behind a door that lets one command in at a time.
//
// FerretDB 1.24 changes a document by reading, changing and writing it back without a transaction: of two clients that
// change one document at once, one change is lost though both are acknowledged. Behind the door each command is atomic, for any
// number of client processes, as on a real MongoDB.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	addr := flag.String("listen", "127.0.0.1:27017", "address to serve, or the path of a Unix socket")
	dir := flag.String("dir", "", "folder of the SQLite files")
	flag.Parse()
	log.SetFlags(0)
	log.SetPrefix("database: ")
	// Little lives and each command leaves much garbage: by the default a fifth of the work is collecting it.
	debug.SetGCPercent(400)
	if err := run(*addr, *dir); err != nil {
		log.Fatal(err)
	}
}

// run serves until SIGINT or SIGTERM: then the command under way is finished, and none is let in after it.
func run(addr, dir string) error {
	stopping, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if dir == "" {
		return fmt.Errorf("-dir is missing")
	}
	folder, err := claim(dir)
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := os.Chdir(dir); err != nil { // SQLite takes %, ? and # in a folder's name for its own: give it none
		return err
	}

	private, err := os.MkdirTemp("", "nido-database-") // readable by this user alone, and short enough for a socket's name
	if err != nil {
		return err
	}
	defer os.RemoveAll(private)
	socket := filepath.Join(private, "s")
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{Unix: socket},
		Logger:    slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
		Handler:   "sqlite",
		SQLiteURL: "file:./",
	})
	if err != nil {
		return err
	}
	listener, err := listen(addr)
	if err != nil {
		return err
	}
	door := newDoor(socket)
	serving, close := context.WithCancel(context.Background())
	go func() {
		<-stopping.Done()
		listener.Close()
		door.shut()
		close()
	}()
	go door.serve(listener)
	fmt.Printf("mongodb://%s/\n", url.PathEscape(listener.Addr().String()))
	return server.Run(serving)
}

// listen opens the door: a path is a Unix socket, which a server that was killed may have left behind. The folder is
// ours by now.
func listen(addr string) (net.Listener, error) {
	if !filepath.IsAbs(addr) {
		return net.Listen("tcp", addr)
	}
	if err := os.Remove(addr); err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	listener, err := net.Listen("unix", addr)
	if err != nil {
		return nil, err
	}
	return listener, os.Chmod(addr, 0o600)
}

// claim makes the folder and locks it: the door holds for the clients of one server, not for two servers of one folder.
func claim(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		lock.Close()
		return nil, fmt.Errorf("the folder %s is in use by another database server", dir)
	}
	return lock, nil
}
